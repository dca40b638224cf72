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
inline constexpr unsigned largest_block<kernel::scan_canonical> =
    kernel::scan_shape<int, int>::threads;
template <>
inline constexpr kernel_name name_of_kernel<kernel::scan_canonical> = {"scan_canonical"};

/// A block of as many threads would be alone on its multiprocessor.
inline constexpr unsigned resident_threads_of_scan = 1024;

/// The grid of a canonical scan. No bit depends on it.
struct scan_grid {
    std::size_t blocks;
    unsigned slots;  ///< tiles that a block has in shared memory at a time
    bool is_at_once; ///< whether these are all of a block's tiles
};

/// More tiles of a block are faster in turn, as its reads and writes overlap.
inline constexpr unsigned most_tiles_at_once = 3;

/// @param few blocks that the device runs at once with the largest shared memory
/// @param most_slots tiles for which a block has shared memory, at least 1
/// @return blocks that scan a share of the tiles at once, if it is small; otherwise blocks that
/// take tiles in turn
inline scan_grid scan_grid_of(std::size_t tiles, std::size_t few, unsigned most_slots) {
    std::size_t const share = (tiles - 1) / few + 1;
    if (share > std::min(most_slots, most_tiles_at_once)) return {few, most_slots, false};
    return {(tiles - 1) / share + 1, static_cast<unsigned>(share), true};
}

/// Launches the kernel of a shape.
template <class Shape, class Queue, class Value, class T, class Op>
void launch_scan(Queue& queue, scan_problem<Value, T> const& problem, scan_grid const& grid,
                 Op op) {
    using words = kernel::total_words<T>;
    auto const tiles = static_cast<unsigned>((problem.n - 1) / Shape::tile + 1);
    auto const look_back = queue.look_back(kernel::scan_words(tiles, kernel::scan_levels(tiles)) *
                                               words::bytes_per_total,
                                           words::word_bytes);
    kernel::scan_arguments<Value, T, Shape> const arguments{
        problem.in,       problem.out,          problem.n,       tiles,
        grid.slots,       look_back.control,    look_back.words, problem.init,
        problem.has_init, problem.is_exclusive, grid.is_at_once};
    queue.template launch<kernel::scan_canonical>(
        launch_config{grid.blocks, Shape::threads,
                      kernel::scan_memory<Value, T, Shape>::bytes(grid.slots)},
        arguments, op);
}

/// Scans in the canonical order by tiles of a size.
/// @tparam AtOnce the shape of kernels whose blocks scan a share at once
/// @tparam InTurn the same of blocks that take tiles in turn
template <class AtOnce, class InTurn, class Queue, class Value, class T, class Op>
void scan_by_tiles(Queue& queue, scan_problem<Value, T> const& problem, Op op) {
    using memory = kernel::scan_memory<Value, T, InTurn>;
    static_assert(AtOnce::tile == InTurn::tile);
    unsigned slots = memory::most_slots;
    while (slots > 1 && memory::bytes(slots) > queue.most_shared_bytes() / InTurn::blocks) --slots;
    auto const grid =
        scan_grid_of((problem.n - 1) / InTurn::tile + 1,
                     queue.resident_blocks(resident_threads_of_scan / InTurn::blocks), slots);
    if (grid.is_at_once) launch_scan<AtOnce>(queue, problem, grid, op);
    else launch_scan<InTurn>(queue, problem, grid, op);
}

/// Scans in the canonical order, in one launch.
template <class Queue, class Value, class T, class Op>
void scan_automatic(Queue& queue, scan_problem<Value, T> const& problem, Op op) {
    using small = kernel::small_tiles<Value, T>;
    std::size_t const multiprocessors = queue.resident_blocks(resident_threads_of_scan);
    if (problem.n <= multiprocessors * small::tile)
        launch_scan<small>(queue, problem, {(problem.n - 1) / small::tile + 1, 1, true}, op);
    else
        scan_by_tiles<kernel::scan_shape<Value, T, kernel::scan_way::at_once>,
                      kernel::scan_shape<Value, T, kernel::scan_way::in_turn>>(queue, problem, op);
    queue.wait();
}

} // namespace gpu::inline v0::detail
