// SPDX-License-Identifier: Apache-2.0
#include "ranges.hpp"

#include "call/backend.hpp"
#include "call/devices.hpp"
#include "call/prepare.hpp"
#include "request.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

namespace gpu::inline v0::detail {

void check_values(sort_request const& r) {
    bool const has_values = is_for(r, sort_kind::sort_by_key) || is_for(r, sort_kind::argsort);
    if (!has_values || r.n == 0) return;
    std::string const name = is_for(r, sort_kind::argsort) ? "indices" : "values";
    if (r.values == nullptr)
        throw std::invalid_argument("a null pointer was given for the " + name);
    if (r.value_size == 0 || r.n > std::numeric_limits<std::size_t>::max() / r.value_size)
        throw std::invalid_argument("the " + name + " are larger than the address space");
    if (is_for(r, sort_kind::argsort) && r.value_size == 4 &&
        r.n - 1 > std::numeric_limits<std::uint32_t>::max())
        throw std::invalid_argument("indices of 4 bytes have no numbers for " +
                                    std::to_string(r.n) + " elements");
    auto const keys = reinterpret_cast<std::uintptr_t>(r.first);
    auto const values = reinterpret_cast<std::uintptr_t>(r.values);
    if (keys < values + bytes_of_values(r) && values < keys + bytes_of_elements(r))
        throw std::invalid_argument("the " + name + " overlap the range");
}

std::optional<device_id> owner_of_both(sort_request const& r) {
    auto const range = owner_of_range(r);
    if (r.values == nullptr || r.n == 0) return range;
    auto const values = owner_of(r.values_memory, r.values);
    if (range == values) return range;
    auto const& only = range ? range : values;
    if ((!range || !values) && backend_of(*only).reads_host_memory()) return only;
    auto const place = [](std::optional<device_id> owner) {
        return owner ? "on " + name_of(*owner) : std::string("in memory of the host");
    };
    throw std::invalid_argument("the range lies " + place(range) + ", and the " +
                                (is_for(r, sort_kind::argsort) ? "indices " : "values ") +
                                place(values) + "; copy one to where the other is");
}

staged_sort::staged_sort(sort_request const& given, device_id device)
    : given_(given), request_(given), range_(device, bytes_of_elements(given), given) {
    range_.upload(given.first);
    request_.first = range_.data();
    if (given.values == nullptr) return;
    values_.emplace(device, bytes_of_values(given), given);
    if (is_for(given, sort_kind::sort_by_key)) values_->upload(given.values);
    request_.values = values_->data();
}

void staged_sort::download() const {
    if (writes_keys(given_)) range_.download(keys_of<void>(given_));
    if (values_) values_->download(given_.values);
}

} // namespace gpu::inline v0::detail
