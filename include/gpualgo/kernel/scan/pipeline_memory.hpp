// SPDX-License-Identifier: Apache-2.0
/// @file
/// The arguments and the shared memory of blocks whose tiles go through a pipeline.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// How blocks take tiles, see `tile_pipeline`. A kernel has the code of one way.
enum class scan_way { at_once, in_turn };

/// The tiles of a launch, and the memory for their totals.
struct pipeline_arguments {
    unsigned tiles;              ///< of all elements
    unsigned slots;              ///< tiles that a block has in shared memory at a time
    unsigned long long* control; ///< see look_back_memory
    void* words;                 ///< see look_back_memory: all totals of the tree
    bool is_at_once;             ///< whether the kernel takes tiles at once
};

/// A shape for kernels that are compiled at run time, or in programs. Tiles in turn then have one
/// loop, and not another one for the most slots. With both, compilations would take 1.5 to 1.9
/// times as long.
template <class Shape>
struct with_short_code : Shape {
    static constexpr bool has_short_code = true;
};

/// The shared memory of a block.
/// @tparam T the type of totals
/// @tparam Shape of tiles
template <class T, class Shape>
struct pipeline_memory {
    static constexpr unsigned most_slots = 6; ///< tiles of a block
    /// tiles whose numbers and totals are kept. A number is written while slow warps read that of
    /// the tile which is `most_slots` places before the last one
    static constexpr unsigned rounds = 8;
    static_assert(rounds >= most_slots + 2);
    static constexpr unsigned node_slots = 32; ///< for every bit of a tile's number
    /// totals of a tile's warps, and of groups of these
    static constexpr unsigned total_slots = (Shape::log_warps + 1) * Shape::warps;

    /// @name Where parts begin, in bytes
    /// The numbers of tiles are before them.
    /// @{
    static constexpr std::size_t totals = (rounds + 1) * sizeof(std::uint32_t) / 16 * 16 + 16;
    static constexpr std::size_t nodes = totals + rounds * total_slots * sizeof(T);
    static constexpr std::size_t tiles = (nodes + rounds * node_slots * sizeof(T) + 15) / 16 * 16;
    /// @}

    /// @return bytes in all
    [[nodiscard]] GPUALGO_FUNCTION static constexpr std::size_t bytes(unsigned slots) {
        return tiles + slots * Shape::tile_bytes;
    }
};

} // namespace gpu::inline v0::kernel
