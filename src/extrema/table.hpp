// SPDX-License-Identifier: Apache-2.0
/// @file
/// The table of a device's search kernels, indexed by element type.
#pragma once

#include "order.hpp"
#include "reduce/table.hpp"

#include <gpualgo/kernel/extrema/launches.hpp>

#include <cstddef>

namespace gpu::inline v0::detail {

/// The entries of min_element, max_element and minmax_element.
template <class Queue>
struct extrema_table {
    using search = void (*)(Queue& queue, extrema_request const& request);

    search one_end[types::size] = {};
    search both_ends[types::size] = {};
};

template <class Queue, class T, bool Both>
void run_search(Queue& queue, extrema_request const& request) {
    auto const* const in = static_cast<key_bits<T> const*>(request.first);
    auto const found = find_extrema<Both>(queue, in, request.n, order_for<T>(is_reversed(request)));
    request.positions[0] = found.first.index;
    if constexpr (Both) request.positions[1] = found.last.index;
}

/// Fills the entries of one type, so that several files can share the compilation of a table.
template <class T, class Queue>
constexpr void fill(extrema_table<Queue>& table) {
    table.one_end[index_of<T, types>] = &run_search<Queue, T, false>;
    table.both_ends[index_of<T, types>] = &run_search<Queue, T, true>;
}

/// Runs a checked request, see backend.hpp.
template <class Queue>
void run(extrema_table<Queue> const& table, Queue& queue, extrema_request const& request) {
    (is_for_both(request) ? table.both_ends : table.one_end)[request.value](queue, request);
}

} // namespace gpu::inline v0::detail
