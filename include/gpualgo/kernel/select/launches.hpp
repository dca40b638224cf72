// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches that count, copy and partition selected elements, the same on the simulated device
/// and on GPUs. See kernel/scan/pipeline_launch.hpp for queues.
#pragma once

#include <gpualgo/kernel/kernel_name.hpp>
#include <gpualgo/kernel/reduce/launches.hpp>
#include <gpualgo/kernel/scan/pipeline_launch.hpp>
#include <gpualgo/kernel/select/count.hpp>
#include <gpualgo/kernel/select/select.hpp>
#include <gpualgo/kernel/select/select_by_warps.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

template <bool Partitions>
inline constexpr unsigned largest_block<kernel::select_stable<Partitions>> =
    kernel::select_shape<int>::threads;

template <bool Partitions>
inline constexpr unsigned least_blocks<kernel::select_stable<Partitions>> =
    kernel::select_shape<int>::blocks;

template <bool Partitions>
inline constexpr kernel_name name_of_kernel<kernel::select_stable<Partitions>> = {
    Partitions ? "partition" : "select"};
template <bool Partitions>
inline constexpr kernel_name name_of_kernel<kernel::select_by_warps<Partitions>> = {
    Partitions ? "partition_by_warps" : "select_by_warps"};
template <bool ByWarps>
inline constexpr kernel_name name_of_kernel<kernel::count_selected<ByWarps>> = {
    ByWarps ? "count_by_warps" : "count"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::clear_words> = {"clear"};

/// Allocates words that are zero for the next launch.
template <class Queue>
kernel::shared_word* cleared_words(Queue& queue, std::size_t n) {
    auto* const words = queue.template allocate<kernel::shared_word>(n);
    std::size_t const grid =
        std::min(n / default_block_size + 1, queue.resident_blocks(default_block_size));
    queue.template launch<kernel::clear_words>(launch_config{grid, default_block_size, 0},
                                               kernel::clear_arguments{words, n}, kernel::plus{});
    return words;
}

/// Copies selected elements in their order.
/// @param arguments input and outputs
template <bool Partitions, class Queue, class T, class Test>
kernel::select_totals select_in_order(Queue& queue, kernel::select_arguments<T> arguments,
                                      Test test) {
    using shape = kernel::select_shape<T>;
    using total = std::uint64_t; // of selected elements
    arguments.out = queue.template result<kernel::select_totals>();
    std::size_t const tiles = (arguments.n - 1) / shape::tile + 1;
    launch_pipeline<kernel::select_stable<Partitions>, total, shape>(
        queue, tiles, pipeline_grid_of<total, shape>(queue, tiles), arguments, test);
    return queue.fetch(arguments.out);
}

/// Copies selected elements in any order, by one atomic per warp and output.
/// @param threads per block; rounded up to whole warps
template <bool Partitions, class Queue, class T, class Test>
kernel::select_totals select_by_warps(Queue& queue, kernel::select_arguments<T> arguments,
                                      unsigned threads, Test test) {
    using body = kernel::select_by_warps<Partitions>;
    unsigned const warps = (threads + 31) / 32;
    std::size_t const size = warps * body::template warp_size<T>;
    arguments.words = cleared_words(queue, 2);
    arguments.out = queue.template result<kernel::select_totals>();
    queue.template launch<body>(launch_config{(arguments.n + size - 1) / size, 32 * warps, 0},
                                arguments, test);
    return queue.fetch(arguments.out);
}

/// Counts selected elements.
/// @tparam ByWarps whether there is one atomic per warp
/// @param threads per block; rounded up to whole warps
template <bool ByWarps, class Queue, class T, class Test>
kernel::select_totals count_selected(Queue& queue, kernel::select_arguments<T> arguments,
                                     unsigned threads, Test test) {
    using body = kernel::count_selected<ByWarps>;
    unsigned const warps = (threads + 31) / 32;
    std::size_t const vectors = arguments.n / body::template width<T>;
    std::size_t const size = std::size_t{32} * warps * body::vectors_at_once;
    std::size_t const grid = std::min(std::max<std::size_t>((vectors + size - 1) / size, 1),
                                      queue.resident_blocks(32 * warps));
    if (ByWarps) arguments.words = cleared_words(queue, 1);
    else arguments.by_blocks = queue.template allocate<kernel::shared_word>(grid);
    arguments.out = queue.template result<kernel::select_totals>();
    queue.template launch<body>(
        launch_config{grid, 32 * warps, warps * sizeof(kernel::shared_word)}, arguments, test);
    return queue.fetch(arguments.out);
}

} // namespace gpu::inline v0::detail
