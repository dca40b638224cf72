// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches of a scan, the same on the simulated device and on GPUs. See
/// kernel/reduce/launches.hpp for queues. Those of scans also have
/// - `look_back(bytes, word_bytes)`: memory for words of 8 or 16 bytes, zeroed before its first
///   launch
/// - `most_shared_bytes()`: shared memory that a block may have
#pragma once

#include <gpualgo/kernel/kernel_name.hpp>
#include <gpualgo/kernel/look_back_memory.hpp>
#include <gpualgo/kernel/reduce/launches.hpp>
#include <gpualgo/kernel/scan/automatic.hpp>

#include <algorithm>
#include <cstddef>

namespace gpu::inline v0::detail {

/// A scan of n elements.
/// @tparam T the type in which totals are computed
template <class Value, class T>
struct scan_problem {
    Value const* in;
    Value* out; ///< may be the input
    std::size_t n;
    T init; ///< if `has_init`
    bool has_init;
    bool is_exclusive; ///< has an init
};

template <>
inline constexpr unsigned largest_block<kernel::scan_canonical> = kernel::scan_shape<int>::threads;
template <>
inline constexpr kernel_name name_of_kernel<kernel::scan_canonical> = {"scan_canonical"};

/// A block of as many threads would be alone on its multiprocessor.
inline constexpr unsigned resident_threads_of_scan = 1024;

/// The grid of a canonical scan, and how far its blocks look ahead. No bit depends on them.
struct scan_grid {
    std::size_t blocks;
    unsigned ahead;
    bool has_tile_per_block;
};

/// @param few blocks that the device runs at once with the largest shared memory
/// @param most_ahead tiles for which there is shared memory, besides one
/// @return one tile per block if all run at once; otherwise blocks with several tiles at a time,
/// but no more than their share
inline scan_grid scan_grid_of(std::size_t tiles, std::size_t few, unsigned most_ahead) {
    if (tiles <= few) return {tiles, 0, true};
    return {few, static_cast<unsigned>(std::min<std::size_t>(most_ahead, (tiles - 1) / few)),
            false};
}

/// Scans in the canonical order by tiles of a shape.
template <class Shape, class Queue, class Value, class T, class Op>
void scan_by_tiles(Queue& queue, scan_problem<Value, T> const& problem, Op op) {
    using memory = kernel::scan_memory<Value, T, Shape>;
    using words = kernel::total_words<T>;
    auto const tiles = static_cast<unsigned>((problem.n - 1) / Shape::tile + 1);
    unsigned most_ahead = memory::most_ahead;
    while (most_ahead > 0 && memory::bytes(most_ahead) > queue.most_shared_bytes() / 2)
        --most_ahead;
    auto const grid = scan_grid_of(tiles, queue.resident_blocks(2 * Shape::threads), most_ahead);
    auto const look_back = queue.look_back(kernel::scan_words(tiles, kernel::scan_levels(tiles)) *
                                               words::bytes_per_total,
                                           words::word_bytes);
    kernel::scan_arguments<Value, T, Shape> const arguments{problem.in,
                                                            problem.out,
                                                            problem.n,
                                                            tiles,
                                                            grid.ahead,
                                                            look_back.control,
                                                            look_back.words,
                                                            problem.init,
                                                            problem.has_init,
                                                            problem.is_exclusive,
                                                            grid.has_tile_per_block};
    queue.template launch<kernel::scan_canonical>(
        launch_config{grid.blocks, Shape::threads, memory::bytes(grid.ahead)}, arguments, op);
}

/// Scans in the canonical order, in one launch.
template <class Queue, class Value, class T, class Op>
void scan_automatic(Queue& queue, scan_problem<Value, T> const& problem, Op op) {
    using small = kernel::small_tiles<Value>;
    using large = kernel::large_tiles<Value>;
    std::size_t const multiprocessors = queue.resident_blocks(resident_threads_of_scan);
    if (problem.n <= multiprocessors * small::tile) scan_by_tiles<small>(queue, problem, op);
    else if (problem.n <= 2 * multiprocessors * large::tile)
        scan_by_tiles<large>(queue, problem, op);
    else scan_by_tiles<kernel::scan_shape<Value>>(queue, problem, op);
    queue.wait();
}

} // namespace gpu::inline v0::detail
