// SPDX-License-Identifier: Apache-2.0
/// @file
/// The table of a device's kernels for sorted ranges, indexed by element type.
#pragma once

#include "reduce/table.hpp"
#include "request.hpp"

#include <gpualgo/detail/extrema_order.hpp>
#include <gpualgo/kernel/sorted/launches.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// The entries of merges, searches and histograms.
template <class Queue>
struct sorted_table {
    using function = void (*)(Queue& queue, sorted_request const& request);
    /// @param edges of the request, in memory of the host
    using counting = void (*)(Queue& queue, sorted_request const& request, void const* edges);

    function merge[types::size] = {};
    function bounds[types::size] = {};
    counting histogram[types::size] = {};
};

template <class Queue, class T>
void run_merge(Queue& queue, sorted_request const& request) {
    using bits = key_bits<T>;
    merge_arrays(queue,
                 kernel::merge_arguments<bits>{.a = static_cast<bits const*>(request.first),
                                               .na = request.n,
                                               .b = static_cast<bits const*>(request.second),
                                               .nb = request.second_n,
                                               .out = static_cast<bits*>(request.out),
                                               .splits = nullptr,
                                               .are_warps_used = false},
                 order_for<T>(request.is_descending != 0));
}

template <class Queue, class T>
void run_bounds(Queue& queue, sorted_request const& request) {
    using bits = key_bits<T>;
    find_all_bounds(
        queue,
        kernel::bounds_arguments<bits>{.sorted = static_cast<bits const*>(request.first),
                                       .n = request.n,
                                       .values = static_cast<bits const*>(request.second),
                                       .count = request.second_n,
                                       .narrow = output_of<std::uint32_t>(request),
                                       .wide = output_of<std::uint64_t>(request),
                                       .is_upper = is_for(request, sorted_function::upper_bound)},
        order_for<T>(request.is_descending != 0));
}

template <class Queue, class T>
void run_histogram(Queue& queue, sorted_request const& request, void const* edges) {
    using edge = kernel::bin_edge<T>;
    count_by_bins(
        queue, kernel::histogram_arguments<T>{
                   .in = static_cast<T const*>(request.first),
                   .n = request.n,
                   .edges = static_cast<edge const*>(request.second),
                   .bins = bins_of<T>(request, static_cast<edge const*>(edges)),
                   .counts = {output_of<std::uint32_t>(request), output_of<std::uint64_t>(request)},
                   .is_cleared = false,
                   .has_edges = false,
                   .copies = 0});
}

/// Fills the entries of one type. See make_table.
template <class T, class Queue>
constexpr void fill(sorted_table<Queue>& table) {
    constexpr std::size_t i = index_of<T, types>;
    table.merge[i] = &run_merge<Queue, T>;
    table.bounds[i] = &run_bounds<Queue, T>;
    table.histogram[i] = &run_histogram<Queue, T>;
}

/// Runs a checked request, see backend.hpp.
template <class Queue>
void run(sorted_table<Queue> const& table, Queue& queue, sorted_request const& request,
         void const* edges) {
    if (is_for(request, sorted_function::histogram))
        table.histogram[request.value](queue, request, edges);
    else if (is_for(request, sorted_function::merge)) table.merge[request.value](queue, request);
    else table.bounds[request.value](queue, request);
}

} // namespace gpu::inline v0::detail
