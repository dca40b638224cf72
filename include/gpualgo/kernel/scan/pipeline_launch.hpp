// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launch of a kernel whose tiles go through a pipeline, see tile_pipeline.hpp. It is the same
/// on the simulated device and on GPUs. See kernel/reduce/launches.hpp for queues. Here they also
/// have
/// - `look_back(bytes, word_bytes)`: memory for words of 8 or 16 bytes, zeroed before its first
///   launch
/// - `most_shared_bytes()`: shared memory that a block may have
#pragma once

#include <gpualgo/kernel/look_back_memory.hpp>
#include <gpualgo/kernel/reduce/launches.hpp>
#include <gpualgo/kernel/scan/pipeline_memory.hpp>
#include <gpualgo/kernel/scan/prefix_tree.hpp>

#include <algorithm>
#include <cstddef>

namespace gpu::inline v0::detail {

/// Threads that every multiprocessor runs at once: so many blocks of as many threads as there are
/// multiprocessors run together.
inline constexpr unsigned threads_of_multiprocessor = 1024;

/// The grid of a pipeline. No result depends on it.
struct pipeline_grid {
    std::size_t blocks;
    unsigned slots;  ///< tiles that a block has in shared memory at a time
    bool is_at_once; ///< whether these are all of a block's tiles
};

/// More tiles of a block are faster in turn, as its reads and writes overlap.
inline constexpr unsigned most_tiles_at_once = 3;

/// @param few blocks that the device runs at once with the largest shared memory
/// @param most_slots tiles for which a block has shared memory, at least 1
/// @param most_at_once tiles of a block's share that it takes at once
/// @return blocks that take a share of the tiles at once, if it is small; otherwise blocks that
/// take tiles in turn
inline pipeline_grid pipeline_grid_of(std::size_t tiles, std::size_t few, unsigned most_slots,
                                      unsigned most_at_once = most_tiles_at_once) {
    std::size_t const share = (tiles - 1) / few + 1;
    if (share > std::min(most_slots, most_at_once)) return {few, most_slots, false};
    return {(tiles - 1) / share + 1, static_cast<unsigned>(share), true};
}

/// The grid for some tiles.
template <class T, class Shape, class Queue>
pipeline_grid pipeline_grid_of(Queue& queue, std::size_t tiles,
                               unsigned most_at_once = most_tiles_at_once) {
    using memory = kernel::pipeline_memory<T, Shape>;
    constexpr std::size_t reserved = 1024; // by CUDA, for each block
    std::size_t const bytes = (queue.most_shared_bytes() + reserved) / Shape::blocks - reserved;
    unsigned slots = memory::most_slots;
    while (slots > 1 && memory::bytes(slots) > bytes) --slots;
    return pipeline_grid_of(tiles, queue.resident_blocks(threads_of_multiprocessor / Shape::blocks),
                            slots, most_at_once);
}

/// Launches a kernel.
/// @tparam T the type of totals
/// @tparam Shape of tiles
/// @param tiles whose totals are exchanged
/// @param arguments with all members but `pipeline`
template <class Body, class T, class Shape, class Queue, class Arguments, class Op>
void launch_pipeline(Queue& queue, std::size_t tiles, pipeline_grid const& grid,
                     Arguments arguments, Op op) {
    using words = kernel::total_words<T>;
    auto const count = static_cast<unsigned>(tiles);
    auto const look_back = queue.look_back(kernel::scan_words(count, kernel::scan_levels(count)) *
                                               words::bytes_per_total,
                                           words::word_bytes);
    arguments.pipeline = {count, grid.slots, look_back.control, look_back.words, grid.is_at_once};
    queue.template launch<Body>(launch_config{grid.blocks, Shape::threads,
                                              kernel::pipeline_memory<T, Shape>::bytes(grid.slots)},
                                arguments, op);
}

} // namespace gpu::inline v0::detail
