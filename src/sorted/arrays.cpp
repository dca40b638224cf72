// SPDX-License-Identifier: Apache-2.0
#include "arrays.hpp"

#include "call/placement.hpp"
#include "call/prepare.hpp"
#include "request.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

namespace gpu::inline v0::detail {
namespace {

/// The type of a histogram's edges: an index in `types`.
constexpr auto types_of_edges = tabulate(
    []<class T>(type_list<T>) {
        if constexpr (in_list<T, real_types>) return index_of<kernel::bin_edge<T>, types>;
        else return std::size_t{};
    },
    types());

/// Elements of the output.
std::uint64_t output_count(sorted_request const& r) {
    if (is_for(r, sorted_function::merge)) return r.n + r.second_n;
    return is_for(r, sorted_function::histogram) ? number_of_bins(r) : r.second_n;
}

bool overlap(void const* a, std::size_t a_bytes, void const* b, std::size_t b_bytes) {
    auto const first = reinterpret_cast<std::uintptr_t>(a);
    auto const second = reinterpret_cast<std::uintptr_t>(b);
    return a_bytes > 0 && b_bytes > 0 &&
           (first < second ? second - first < a_bytes : first - second < b_bytes);
}

} // namespace

sorted_bytes bytes_of(sorted_request const& r) {
    std::size_t const size = known_types[r.value].size;
    bool const is_histogram = is_for(r, sorted_function::histogram);
    return {r.n * size,
            r.second_n * (is_histogram ? known_types[types_of_edges[r.value]].size : size),
            output_count(r) * (is_for(r, sorted_function::merge) ? size : r.out_size)};
}

void check_ranges(sorted_request const& r) {
    check_range(r.first, r.n, r.value);
    check_range(r.second, r.second_n, r.value);
    std::uint64_t const count = output_count(r);
    if (is_for(r, sorted_function::merge) && count < r.n)
        throw std::invalid_argument("the ranges are larger than the address space");
    check_range(r.out, count, r.value);
    auto const bytes = bytes_of(r);
    if (overlap(r.out, bytes.out, r.first, bytes.first) ||
        overlap(r.out, bytes.out, r.second, bytes.second))
        throw std::invalid_argument("source and target overlap");
}

std::optional<device_id> owner_of_all(sorted_request const& r) {
    auto const bytes = bytes_of(r);
    auto const owner = [](device_id given, void const* first, std::size_t size) {
        return owner_of(given, size > 0 ? first : nullptr);
    };
    std::array<std::optional<device_id>, 3> const owners{
        owner(r.memory, r.first, bytes.first),
        is_for(r, sorted_function::histogram) ? std::nullopt
                                              : owner(r.second_memory, r.second, bytes.second),
        owner(r.out_memory, r.out, bytes.out)};
    return common_owner(owners);
}

staged_arrays::staged_arrays(sorted_request const& request, device_id device)
    : given_(request), staged_(request), device_(device) {
    auto const bytes = bytes_of(request);
    if (!backend_of(device).reads_host_memory()) {
        stage_input(first_, staged_.first, request.memory, bytes.first);
        if (request.even_bins == 0) // otherwise kernels get the bounds with their arguments
            stage_input(second_, staged_.second, request.second_memory, bytes.second);
        if (!owner_of(request.out_memory, request.out))
            staged_.out = out_.emplace(device, bytes.out, request).data();
    }
    // kernels refer to an empty range, but read nothing: any address that they may access will do
    if (request.n == 0) staged_.first = staged_.second;
    if (request.second_n == 0) staged_.second = staged_.first;
}

void staged_arrays::stage_input(std::optional<device_buffer>& buffer, void const*& first,
                                device_id memory, std::size_t bytes) {
    if (bytes > 0 && !owner_of(memory, first)) first = stage(buffer, device_, first, bytes, given_);
}

void staged_arrays::finish() const {
    if (out_) out_->download(given_.out);
}

} // namespace gpu::inline v0::detail
