// SPDX-License-Identifier: Apache-2.0
/// @file
/// Sums of parts of tiles, in memory of the GPU, and the positions of sums in tiles of 128 columns.
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

/// The sums of double_product, as pairs.
/// @tparam WarpColumns each multiplying warp has 32 rows of so many elements, a multiple of 16
/// @tparam Columns of the tile
template <int WarpColumns, int Columns = 128>
struct double_fragment {
    static constexpr int pairs = WarpColumns / 2; ///< per thread

    /// @param thread of the multiplying warps
    /// @param pair (i * 4 + j) * 2 + odd; see double_product
    [[nodiscard]] GPUALGO_FUNCTION static constexpr element_place at(unsigned thread, int pair) {
        constexpr int warps = Columns / WarpColumns; // in a row of the tile
        int const warp = static_cast<int>(thread / 32), lane = static_cast<int>(thread % 32);
        int const i = pair / 8, j = pair / 2 % 4, odd = pair % 2;
        return {warp / warps * 32 + 8 * j + 4 * odd + lane % 4,
                warp % warps * WarpColumns + 16 * i + lane / 4 * 2};
    }
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
