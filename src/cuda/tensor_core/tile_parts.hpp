// SPDX-License-Identifier: Apache-2.0
/// @file
/// Sums of parts of tiles, in memory of the GPU, and the positions of sums of float in tiles.
#pragma once

#include "neighbours.hpp"
#include "tile_stream.hpp"

#include <gpualgo/kernel/function.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::sm90 {

/// The position of an element in a tile.
struct element_place {
    int row, column;
};

/// The sums of float_product: 32 pairs per thread.
struct float_fragment {
    static constexpr int pairs = 32;

    /// @param thread of the multiplying warpgroups; each has 64 by 128 elements
    [[nodiscard]] GPUALGO_FUNCTION static constexpr element_place at(unsigned thread, int pair) {
        int const warp = static_cast<int>(thread / 32), lane = static_cast<int>(thread % 32);
        return {warp * 16 + lane / 4 + pair % 2 * 8, pair / 2 * 8 + lane % 4 * 2};
    }
};

/// The parts of tiles of a product. Slots have the pairs of all threads, one pair after another.
template <class Sum>
struct tile_parts {
    tile_stream stream;
    neighbours<Sum>* slots;        ///< two per block; null if no tile is divided
    std::uint32_t* pace = nullptr; ///< see pacer
};

/// The number of pairs in the slots of a product's parts.
/// @param elements of a tile
constexpr std::size_t pairs_of_slots(tile_stream const& stream, int elements) {
    int const slots = 2 * stream.blocks;
    return static_cast<std::size_t>(slots) * static_cast<std::size_t>(elements / 2);
}

} // namespace gpu::inline v0::sm90
