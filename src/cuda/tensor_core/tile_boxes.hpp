// SPDX-License-Identifier: Apache-2.0
/// @file
/// The boxes in which the copy engine loads tiles of A and B.
#pragma once

#include "kernel_set.hpp"

#include <gpualgo/kernel/function.hpp>

namespace gpu::inline v0::sm90 {

/// Lines in a box of an operand's tile. Those of MN-major tiles are along k: 64. If blocks share a
/// tile whose halves are no multiples of 64, each block loads half of these lines instead.
/// @param part rows of A, or columns of B, that a block loads
constexpr int lines_of_box(major order, int part) {
    return order == major::k ? part : part % 64 == 0 ? 64 : 32;
}

/// The first line of a box in shared memory, and its first element in the tile.
struct box_place {
    int line;
    int extent; ///< row of A, or column of B
    int k;
};

/// The boxes of a tile of `Extent` rows of A, or columns of B, by 128 bytes along k.
/// @tparam Shares number of blocks that each load a part
template <major Major, int Extent, int Shares>
struct tile_boxes {
    static constexpr int part = Extent / Shares;
    static constexpr int lines = lines_of_box(Major, part);
    static constexpr bool is_part_of_k = Major == major::mn && lines < 64;
    static constexpr int per_share = Major == major::k ? 1 : (is_part_of_k ? Extent : part) / 64;
    static constexpr int width = Major == major::k ? part : 64; ///< rows of A, or columns of B
    static_assert(part * Shares == Extent && (!is_part_of_k || lines * Shares == 64));

    /// @param share index of the part
    /// @param i index of the box in it
    [[nodiscard]] GPUALGO_FUNCTION static constexpr box_place at(int share, int i) {
        if (Major == major::k) return {share * part, share * part, 0};
        int const first = is_part_of_k ? i * 64 : share * part + i * 64;
        int const k = is_part_of_k ? share * lines : 0;
        return {first + k, first, k};
    }

    /// Lines of the tile in boxes of all shares that are not outside the matrix as a whole.
    /// @param first row of A, or column of B, of the tile
    /// @param end number of rows of A, or columns of B
    [[nodiscard]] GPUALGO_FUNCTION static constexpr int lines_inside(int first, int end) {
        int const inside = (end - first + width - 1) / width * width;
        return inside < 0 ? 0 : inside < Extent ? inside : Extent;
    }
};

} // namespace gpu::inline v0::sm90
