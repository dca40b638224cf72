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

/// Threads with which `resident_blocks` counts one block per multiprocessor.
inline constexpr unsigned resident_scan_threads = 1024;

/// The grid of a canonical scan, and how far its blocks look ahead. No bit depends on them.
struct scan_grid {
    std::size_t blocks;
    unsigned ahead;
    bool is_static; ///< block i scans tile i
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

/// Scans in the canonical order, in one launch.
/// @tparam Shape of tiles
template <class Shape, class Queue, class Value, class T, class Op>
void launch_scan(Queue& queue, scan_problem<Value, T> const& problem, scan_grid const& grid,
                 Op op) {
    using memory = kernel::scan_memory<Value, T, Shape>;
    using words = kernel::total_words<T>;
    auto const tiles = static_cast<unsigned>((problem.n - 1) / Shape::tile + 1);
    auto const look_back = queue.look_back(kernel::scan_words(tiles, kernel::scan_levels(tiles)) *
                                               words::bytes_per_total,
                                           words::word_bytes);
    kernel::scan_arguments<Value, T, Shape> const arguments{
        problem.in,       problem.out,          problem.n,       tiles,
        grid.ahead,       look_back.control,    look_back.words, problem.init,
        problem.has_init, problem.is_exclusive, grid.is_static};
    queue.template launch<kernel::scan_canonical>(
        launch_config{grid.blocks, Shape::threads, memory::bytes(grid.ahead)}, arguments, op);
}

/// @param most bytes of shared memory that a block may have
/// @return tiles for which there is shared memory, besides one
template <class Memory>
unsigned most_tiles_ahead(std::size_t most) {
    unsigned ahead = Memory::most_ahead;
    while (ahead > 0 && Memory::bytes(ahead) > most) --ahead;
    return ahead;
}

/// Scans in the canonical order.
template <class Queue, class Value, class T, class Op>
void scan_automatic(Queue& queue, scan_problem<Value, T> const& problem, Op op) {
    using shape = kernel::scan_shape<Value>;
    using memory = kernel::scan_memory<Value, T, shape>;
    auto const grid =
        scan_grid_of((problem.n - 1) / shape::tile + 1,
                     queue.resident_blocks(resident_scan_threads / shape::blocks),
                     most_tiles_ahead<memory>(queue.most_shared_bytes() / shape::blocks));
    launch_scan<shape>(queue, problem, grid, op);
    queue.wait();
}

} // namespace gpu::inline v0::detail
