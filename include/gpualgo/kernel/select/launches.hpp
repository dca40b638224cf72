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

template <bool Partitions, template <class> class Shape>
inline constexpr unsigned largest_block<kernel::select_stable<Partitions, Shape>> =
    Shape<int>::threads;

template <bool Partitions, template <class> class Shape>
inline constexpr unsigned least_blocks<kernel::select_stable<Partitions, Shape>> =
    Shape<int>::blocks;

template <bool Partitions, template <class> class Shape>
inline constexpr kernel_name name_of_kernel<kernel::select_stable<Partitions, Shape>> = {
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

/// A shape of tiles, by the elements' type.
template <template <class> class Shape>
struct selection_shape {};

/// The tiles of n elements.
template <class Shape>
std::size_t selection_tiles(std::size_t n) {
    return (n - 1) / Shape::tile + 1;
}

/// The grid of a shape for n elements.
template <class Shape, class Queue>
pipeline_grid selection_grid(Queue& queue, std::size_t n) {
    return pipeline_grid_of<std::uint64_t, Shape>(queue, selection_tiles<Shape>(n),
                                                  Shape::most_at_once);
}

/// Calls `use(selection_shape<Shape>(), grid)` for the shape and the grid that are the fastest for
/// n elements.
/// @tparam ByAnyTest whether kernels are compiled at run time, or in programs. To compile one for
/// few elements would take longer than it saves
template <class T, bool ByAnyTest, class Queue, class Use>
void with_selection_shape(Queue& queue, std::size_t n, Use use) {
    using namespace kernel;
    if constexpr (!ByAnyTest) {
        std::size_t const tiles = selection_tiles<select_few<T>>(n);
        std::size_t const most =
            queue.resident_blocks(threads_of_multiprocessor / select_few<T>::blocks);
        if (tiles <= std::min<std::size_t>(most_small_tiles<T>, most))
            return use(selection_shape<select_few>(), pipeline_grid{tiles, 1, true});
    }
    if (auto const grid = selection_grid<select_at_once<T>>(queue, n); grid.is_at_once)
        use(selection_shape<select_at_once>(), grid);
    else if constexpr (ByAnyTest)
        use(selection_shape<select_in_turn_by_any_test>(),
            selection_grid<select_in_turn_by_any_test<T>>(queue, n));
    else use(selection_shape<select_in_turn>(), selection_grid<select_in_turn<T>>(queue, n));
}

/// Whether a test is not one of the library's own.
template <class Test>
inline constexpr bool is_any_test = requires {
    Test::is_any_test;
};

/// Copies selected elements in their order.
/// @param arguments input and outputs
template <bool Partitions, class Queue, class T, class Test>
kernel::select_totals select_in_order(Queue& queue, kernel::select_arguments<T> arguments,
                                      Test test) {
    arguments.out = queue.template result<kernel::select_totals>();
    with_selection_shape<T, is_any_test<Test>>(
        queue, arguments.n,
        [&]<template <class> class Shape>(selection_shape<Shape>, pipeline_grid const& grid) {
            launch_pipeline<kernel::select_stable<Partitions, Shape>, std::uint64_t, Shape<T>>(
                queue, selection_tiles<Shape<T>>(arguments.n), grid, arguments, test);
        });
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
/// @tparam ByWarps whether there is one atomic per warp, and not one per block
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
    arguments.words = queue.zero_word();
    arguments.out = queue.template result<kernel::select_totals>();
    queue.template launch<body>(
        launch_config{grid, 32 * warps, ByWarps ? 0 : warps * sizeof(kernel::shared_word)},
        arguments, test);
    return queue.fetch(arguments.out);
}

/// Counts selected elements by the fastest number of threads, with one atomic per block.
template <class Queue, class T, class Test>
kernel::select_totals count_selected(Queue& queue, kernel::select_arguments<T> const& arguments,
                                     Test test) {
    if constexpr (kernel::narrow_integer<T> && requires { kernel::integer_interval(test); })
        if (auto const interval = kernel::integer_interval(test)) // fewer instructions
            return count_selected(queue, arguments, *interval);
    // Up to so many vectors, one large block is faster than several that add their numbers.
    constexpr std::size_t most_of_one_block = 2560;
    std::size_t const vectors = arguments.n / kernel::count_selected<false>::template width<T>;
    bool const is_large = vectors > default_block_size && vectors <= most_of_one_block;
    return count_selected<false>(queue, arguments, is_large ? 1024 : default_block_size, test);
}

} // namespace gpu::inline v0::detail
