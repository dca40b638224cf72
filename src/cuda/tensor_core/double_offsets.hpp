// SPDX-License-Identifier: Apache-2.0
/// @file
/// Where a lane's loads are in tiles of double. The transpose of C is computed: rows of an mma are
/// columns of B, and its columns are rows of A. Rows, columns and k are permuted, so that loads
/// have no bank conflicts, and elements arrive in the order of mma's registers. A lane holds two of
/// k of a row of A, and of two adjacent columns of B.
#pragma once

#include "descriptor.hpp"
#include "kernel_set.hpp"
#include "tile_parts.hpp"

#include <gpualgo/kernel/function.hpp>

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// Offsets in the tiles of a warp. Lane 4g + t has row g of an mma. It has two of 8 of k: 2t and
/// 2t + 1 if a load of A has 16 bytes, otherwise t and t + 4. The second one is late.
template <major A, major B>
struct double_offsets {
    /// Whether a load of A has two of k. Then loads of B must have two columns. Two of k of a
    /// column are not adjacent in registers; to move them took 5 to 11 percent of the time.
    static constexpr bool loads_pairs_of_k = A == major::k && B == major::mn;

    /// The offset of a lane's first load of A.
    [[nodiscard]] GPUALGO_FUNCTION static constexpr std::uint32_t first_of_a(std::uint32_t lane) {
        std::uint32_t const row = row_of_a(lane / 4), t = lane % 4;
        if (A == major::k) return at(row, loads_pairs_of_k ? 2 * t : t);
        return at(t, row);
    }

    /// The offset of another load.
    /// @param first see first_of_a
    /// @param i the index of 8 rows
    /// @param half of the 16 of k
    /// @param late 1 for the second of two of k; 0 if they are loaded together
    [[nodiscard]] GPUALGO_FUNCTION static constexpr std::uint32_t
    next_of_a(std::uint32_t first, int i, int half, int late) {
        if (A == major::k) return moved(first, half * 4 + late * 2, i * 1024);
        return moved(first, late * 4 + i % 2 * 2, i / 2 * 2048 + half * 1024 + late * 512);
    }

    /// The offset of a lane's first load of B.
    [[nodiscard]] GPUALGO_FUNCTION static constexpr std::uint32_t first_of_b(std::uint32_t lane) {
        std::uint32_t const column = column_of_b(lane / 4), t = lane % 4;
        if (B == major::k) return at(column, t);
        return at(loads_pairs_of_k ? 2 * t : t, column);
    }

    /// The offset of another load.
    /// @param first see first_of_b
    /// @param i the index of 16 columns
    /// @param half of the 16 of k
    /// @param late 1 for the second of two of k
    /// @param odd 1 for the second of two columns; 0 if they are loaded together
    [[nodiscard]] GPUALGO_FUNCTION static constexpr std::uint32_t
    next_of_b(std::uint32_t first, int i, int half, int late, int odd) {
        if (B == major::k) return moved(first, half * 4 + late * 2 + odd, i * 2048 + odd * 128);
        int const line = loads_pairs_of_k ? late : late * 4;
        return moved(first, line, i * 2048 + half * 1024 + line * 128);
    }

    /// The row of A in column g of an mma, of the first 8 that are loaded.
    [[nodiscard]] GPUALGO_FUNCTION static constexpr std::uint32_t row_of_a(std::uint32_t g) {
        if (loads_pairs_of_k) return g / 2 | g % 2 * 4; // 8 lanes at a time: rows that differ by 4
        if (A == major::k) return g % 4 * 2 | g / 4;    // 16 lanes: rows 0, 2, 4, 6, or 1, 3, 5, 7
        return g % 2 | g / 2 % 2 * 8 | g / 4 * 2; // 16 lanes: rows 0, 1, 8, 9, or 2, 3, 10, 11
    }

    /// The first of the two columns of B in rows g and g + 8 of an mma.
    [[nodiscard]] GPUALGO_FUNCTION static constexpr std::uint32_t column_of_b(std::uint32_t g) {
        if (B == major::k || loads_pairs_of_k) return 2 * g;
        return 2 * (g / 2 | g % 2 * 4); // 8 lanes at a time: columns that differ by 8
    }

private:
    /// @param line of 128 bytes
    /// @param element of a line
    static constexpr GPUALGO_FUNCTION std::uint32_t at(std::uint32_t line, std::uint32_t element) {
        return swizzled(line * 128 + element / 2 * 16) + element % 2 * 8;
    }

    /// @param bits of the unit of 16 bytes that change, also by the swizzle if the line changes
    static constexpr GPUALGO_FUNCTION std::uint32_t moved(std::uint32_t offset, int bits,
                                                          int bytes) {
        return (offset ^ static_cast<std::uint32_t>(bits) * 16) + static_cast<std::uint32_t>(bytes);
    }
};

/// The sums of double_product and few_doubles_product, as pairs of adjacent elements of C.
/// @tparam WarpColumns each multiplying warp has 32 rows of so many elements, a multiple of 16
/// @tparam Columns of the tile
template <major A, major B, int WarpColumns, int Columns = 128>
struct double_fragment {
    static constexpr int pairs = WarpColumns / 2; ///< per thread

    /// The first of a warp's elements in the tile. Tiles of 128 columns have eight. They share
    /// four schedulers: w and w + 4 have the same one. Each half of a tile, upper, lower, left or
    /// right, has warps of all four.
    [[nodiscard]] GPUALGO_FUNCTION static constexpr element_place of_warp(int warp) {
        constexpr int warps = Columns / WarpColumns; // in a row of the tile
        if constexpr (Columns != 128) return {warp / warps * 32, warp % warps * WarpColumns};
        static_assert(Columns != 128 || warps == 2 || warps == 4);
        int const right = warp / 4, lower = (warp / 2 + right) % 2, odd = warp % 2;
        if constexpr (warps == 2) return {lower * 64 + odd * 32, right * 64};
        return {lower * 32, right * 64 + odd * 32};
    }

    /// @param thread of the multiplying warps
    /// @param pair (i * 4 + j) * 2 + odd; see multiply_block
    [[nodiscard]] GPUALGO_FUNCTION static constexpr element_place at(unsigned thread, int pair) {
        using offsets = double_offsets<A, B>;
        element_place const first = of_warp(static_cast<int>(thread / 32));
        int const i = pair / 8, j = pair / 2 % 4;
        unsigned const lane = thread % 32, odd = static_cast<unsigned>(pair) % 2;
        int const row = A == major::k ? 8 * j : 16 * (j / 2) + 4 * (j % 2);
        return {first.row + row + static_cast<int>(offsets::row_of_a(lane % 4 * 2 + odd)),
                first.column + 16 * i + static_cast<int>(offsets::column_of_b(lane / 4))};
    }
};

} // namespace gpu::inline v0::sm90
