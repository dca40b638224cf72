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

/// Lines in the boxes at the end of an operand. A box of a K-major one ends with the operand: the
/// copy engine takes longer for lines outside than for others.
/// @param end number of rows of A, or columns of B
constexpr int lines_of_last_box(major order, int part, int end) {
    return order == major::k && end % part != 0 ? end % part : lines_of_box(order, part);
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
    static_assert(part * Shares == Extent && (!is_part_of_k || lines * Shares == 64));

    /// @param share index of the part
    /// @param i index of the box in it
    [[nodiscard]] GPUALGO_FUNCTION static constexpr box_place at(int share, int i) {
        if (Major == major::k) return {share * part, share * part, 0};
        int const first = is_part_of_k ? i * 64 : share * part + i * 64;
        int const k = is_part_of_k ? share * lines : 0;
        return {first + k, first, k};
    }

    /// Lines of the tile in the boxes of all shares. Boxes outside the matrix are not loaded. One
    /// that is partly inside has fewer lines, or whole ones with zeros if the tile is MN-major.
    /// @param first row of A, or column of B, of the tile
    /// @param end number of rows of A, or columns of B
    [[nodiscard]] GPUALGO_FUNCTION static constexpr int lines_inside(int first, int end) {
        int const inside = Major == major::k ? end - first : (end - first + 63) / 64 * 64;
        return inside < 0 ? 0 : inside < Extent ? inside : Extent;
    }

    /// The number of a share's boxes that are not outside the matrix; they are the first ones. It
    /// may be negative, or more than there are.
    [[nodiscard]] GPUALGO_FUNCTION static constexpr int count_inside(int share, int first,
                                                                     int end) {
        int const inside = end - first - at(share, 0).extent;
        return Major == major::k ? inside > 0 : (inside + 63) / 64;
    }

    /// Whether a share's box has the lines of lines_of_last_box.
    [[nodiscard]] GPUALGO_FUNCTION static constexpr bool is_cut(int share, int first, int end) {
        return Major == major::k && end - first < (share + 1) * part;
    }
};

} // namespace gpu::inline v0::sm90
