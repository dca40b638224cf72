// SPDX-License-Identifier: Apache-2.0
/// @file
/// The order in which blocks compute the tiles of C.
#pragma once

#include <gpualgo/kernel/matmul/matmul.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// The first row and column of a tile of C.
struct tile_corner {
    std::size_t top, left;
};

/// Consecutive blocks take the tiles of a band of 8 rows of tiles, column by column. Thus blocks
/// that run at once share rows of A and columns of B in the L2 cache.
/// @tparam Rows of a tile
/// @tparam Columns of a tile
/// @param tile its number
template <unsigned Rows, unsigned Columns>
[[nodiscard]] GPUALGO_FUNCTION constexpr tile_corner corner_of_tile(std::size_t tile, std::size_t m,
                                                                    std::size_t n) {
    std::size_t const down = pieces(m, Rows);
    std::size_t const across = pieces(n, Columns);
    std::size_t const band = tile / (8 * across);
    std::size_t const height = down - 8 * band < 8 ? down - 8 * band : 8;
    std::size_t const within = tile - 8 * band * across;
    return {(8 * band + within % height) * Rows, within / height * Columns};
}

} // namespace gpu::inline v0::kernel
