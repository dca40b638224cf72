// SPDX-License-Identifier: Apache-2.0
/// @file
/// The arguments of the canonical scan, and the shared memory of its blocks.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/scan/tile.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// The arguments of `scan_canonical`.
/// @tparam Value the elements' type
/// @tparam T the type in which totals are computed
/// @tparam Shape of tiles
template <class Value, class T, class Shape = scan_shape<Value, T>>
struct scan_arguments {
    Value const* in;             ///< n elements
    Value* out;                  ///< n results; may be the input
    std::size_t n;               ///< at least 1
    unsigned tiles;              ///< of n elements
    unsigned slots;              ///< tiles that a block has in shared memory at a time
    unsigned long long* control; ///< see look_back_memory
    void* words;                 ///< see look_back_memory: all totals of the tree
    T init;                      ///< if `has_init`
    bool has_init;               ///< whether init precedes the elements
    bool is_exclusive;           ///< whether a result leaves out its own element; has an init
    bool is_at_once;             ///< whether a block scans `slots` neighbouring tiles and no more
};

/// The shared memory of a block.
template <class Value, class T, class Shape>
struct scan_memory {
    static constexpr unsigned most_slots = 6;  ///< tiles of a block
    static constexpr unsigned rounds = 8;      ///< more than these: see `scan_canonical`
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
