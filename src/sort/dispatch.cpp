// SPDX-License-Identifier: Apache-2.0
#include "dispatch.hpp"

#include "call/backend.hpp"
#include "call/device_buffer.hpp"
#include "call/devices.hpp"
#include "call/prepare.hpp"
#include "call/text.hpp"
#include "fallback.hpp"
#include "projection.hpp"
#include "request.hpp"

#include <gpualgo/error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

namespace gpu::inline v0::detail {
namespace {

constexpr std::array<std::string_view, 6> functions{"gpu::sort",        "gpu::stable_sort",
                                                    "gpu::sort_by_key", "gpu::argsort",
                                                    "gpu::is_sorted",   "gpu::is_sorted_until"};

constexpr auto have_order =
    tabulate([]<class T>(type_list<T>) { return in_list<T, real_types>; }, types());

/// Throws if the request has numbers that this library does not know; they come from newer headers.
void check_numbers(sort_request const& r, strategy_facts const& strategy) {
    if (r.wanted >= functions.size())
        throw unsupported_operator("this library has no sort number " + std::to_string(r.wanted));
    if (!strategy.is_automatic && (!is_by_vendor(r) || is_question(r)))
        throw unsupported_operator("this library has no " + std::string(functions[r.wanted]) +
                                   " by " + std::string(strategy.name));
    if (r.value >= known_types.size())
        throw unsupported_operator("this library has no type number " + std::to_string(r.value));
    if (!have_order[r.value])
        throw unsupported_operator(std::string(known_types[r.value].name) + " has no order");
    if (r.is_descending > 1)
        throw unsupported_operator("this library has no order number " +
                                   std::to_string(r.is_descending));
    if (is_for(r, sort_kind::argsort) && r.value_size != 4 && r.value_size != 8)
        throw unsupported_operator("this library has no indices of " +
                                   std::to_string(r.value_size) + " bytes");
}

/// Throws if the values are missing, too many, or overlap the range.
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
    if (keys < values + bytes_of_values(r) && values < keys + bytes_of_keys(r))
        throw std::invalid_argument("the " + name + " overlap the range");
}

/// The device that the range and the values belong to, or none if they are plain host memory.
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

/// Copies host memory to a device, runs, and copies the results back.
void run_staged(sort_request const& given, device_id device, call_result& ran) {
    sort_request request = given;
    device_buffer keys(device, bytes_of_keys(given), given);
    keys.upload(given.first);
    request.first = keys.data();
    std::optional<device_buffer> values;
    if (given.values != nullptr) {
        values.emplace(device, bytes_of_values(given), given);
        if (is_for(given, sort_kind::sort_by_key)) values->upload(given.values);
        request.values = values->data();
    }
    backend_of(device).sort(device.ordinal, request, ran);
    if (writes_keys(given)) keys.download(keys_of<void>(given));
    if (values) values->download(given.values);
}

} // namespace

void dispatch_sort(sort_request const& given, call_result& ran) {
    sort_request request = given;
    auto const& strategy = strategy_of(request, known_strategies);
    check_numbers(request, strategy);
    if (request.projection != nullptr) return sort_by_projection(request, strategy, ran);
    check_range(request.first, request.n, request.value);
    check_values(request);
    auto const where =
        prepare(request, strategy, {owner_of_both(request), request.n == 0, "the range lies"}, ran);
    write_text(ran.message, fallback_text(request, where, strategy));
    if (request.n == 0) {
        if (is_question(request)) *request.position = 0;
        return;
    }
    if (where.staged) run_staged(request, where.device, ran);
    else backend_of(where.device).sort(where.device.ordinal, request, ran);
    ran.bytes = bytes_of_keys(request) +
                (is_for(request, sort_kind::sort_by_key) ? bytes_of_values(request) : 0);
}

std::string_view function_of(sort_request const& r) {
    return r.wanted < functions.size() ? functions[r.wanted] : "gpu::?";
}

std::string described(sort_request const& r) {
    std::string details = ", ";
    details += r.value < known_types.size() ? known_types[r.value].name : "?";
    if (r.is_descending != 0) details += ", greater";
    return describe_call(r, function_of(r), details);
}

} // namespace gpu::inline v0::detail
