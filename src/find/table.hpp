// SPDX-License-Identifier: Apache-2.0
/// @file
/// The table of a device's kernels that find the first match, indexed by the size of an element.
#pragma once

#include "request.hpp"
#include "select/table.hpp"

#include <gpualgo/kernel/find/launches.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// A search, type-erased.
template <class Queue>
using find_function = std::uint64_t (*)(Queue& queue, find_request const& request);

template <class Queue>
using find_table = std::array<find_function<Queue>, bits_of_elements::size>;

template <class Queue, class Bits>
std::uint64_t run_find(Queue& queue, find_request const& request) {
    auto const* const first = static_cast<Bits const*>(request.first);
    if (!is_for_two(request))
        return find_first(queue, first, request.n, test_of_bits<Bits>(request.test));
    return find_first(queue, kernel::pairs<Bits>{first, static_cast<Bits const*>(request.second)},
                      request.n, difference_of<Bits>(request));
}

template <class Queue>
constexpr find_table<Queue> make_find_table() {
    return tabulate(
        []<class Bits>(type_list<Bits>) -> find_function<Queue> { return &run_find<Queue, Bits>; },
        bits_of_elements());
}

/// The index of a request's entry in a table.
inline std::size_t index_of_size(find_request const& request) {
    return static_cast<std::size_t>(std::countr_zero(known_types[request.value].size));
}

/// Runs a checked request, see backend.hpp.
template <class Queue>
void run(find_table<Queue> const& table, Queue& queue, find_request const& request) {
    *request.position = table[index_of_size(request)](queue, request);
}

} // namespace gpu::inline v0::detail
