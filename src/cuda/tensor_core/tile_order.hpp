// SPDX-License-Identifier: Apache-2.0
/// @file
/// The order of tiles of C, and the distribution of k.
#pragma once

#include <gpualgo/kernel/function.hpp>

namespace gpu::inline v0::sm90 {

/// n / size, rounded up.
[[nodiscard]] GPUALGO_FUNCTION constexpr int pieces(int n, int size) {
    return n / size + (n % size != 0);
}

/// The position of a tile in the grid of tiles of C, and the index of the product in a batch.
struct tile_place {
    int row, column;
    int product = 0;
};

/// The order of a persistent kernel's tiles: down the columns of bands, which are `band` rows of
/// tiles high. Tiles that are computed at the same time share panels of A and B in the L2 cache.
/// If blocks of a cluster compute adjacent tiles, rows, columns and `band` count clusters.
struct tile_order {
    int rows, columns, band;

    [[nodiscard]] GPUALGO_FUNCTION constexpr int count() const { return rows * columns; }

    /// @param tile from 0 to count() - 1
    [[nodiscard]] GPUALGO_FUNCTION constexpr tile_place at(int tile) const {
        int const first = tile / (band * columns) * band;
        int const height = rows - first < band ? rows - first : band;
        int const rest = tile - first * columns;
        return {first + rest % height, rest / height};
    }
};

/// The height of bands of a product. Tiles that are computed at the same time cover about a square
/// of C, and so need the fewest lines of A and B. Bands are about equally high: a low last one
/// needs nearly as many lines of B as others. A product of half, 4096 by 4096 by 4096, has 32 rows
/// of tiles. Bands of 12, 12 and 8 read 15 percent more from memory than two of 16.
/// @param rows of tiles; all parameters are of tiles of clusters if tile_order has these
/// @param tile_rows, tile_columns elements per tile
/// @param together so many tiles are computed at the same time
constexpr int balanced_band(int rows, int tile_rows, int tile_columns, int together) {
    int height = 1; // of the square
    while ((height + 1) * (height + 1) * tile_rows <= together * tile_columns) ++height;
    int const bands = (rows + height / 2) / height;
    return bands > 1 ? pieces(rows, bands) : rows;
}

/// The order of the tiles of a batch: those of one product after those of the previous one.
struct batch_order {
    tile_order of_product;
    int products;

    [[nodiscard]] GPUALGO_FUNCTION constexpr int count() const {
        return of_product.count() * products;
    }

    /// @param tile from 0 to count() - 1
    [[nodiscard]] GPUALGO_FUNCTION constexpr tile_place at(int tile) const {
        int const product = tile / of_product.count();
        tile_place place = of_product.at(tile - product * of_product.count());
        place.product = product;
        return place;
    }
};

/// The order of the tiles of a batch in which half tiles come last. Half tiles are those at the end
/// of C's rows or columns of which at most half is in C. They take two thirds to three quarters
/// of the time of others, as warps have nothing to do for elements outside C.
struct halves_last {
    tile_order full;   ///< the other tiles of one product
    int rows, columns; ///< of all tiles of one product
    int products;

    /// @param tile_rows, tile_columns elements per tile
    GPUALGO_FUNCTION static constexpr halves_last of(int m, int n, int tile_rows, int tile_columns,
                                                     int band, int products) {
        auto const full = [](int extent, int size) {
            return extent / size + (extent % size > size / 2 ? 1 : 0);
        };
        return {{full(m, tile_rows), full(n, tile_columns), band},
                pieces(m, tile_rows),
                pieces(n, tile_columns),
                products};
    }

    [[nodiscard]] GPUALGO_FUNCTION constexpr int count() const { return rows * columns * products; }

    /// The number of half tiles.
    [[nodiscard]] GPUALGO_FUNCTION constexpr int halves() const {
        return count() - full.count() * products;
    }

    /// @param tile from 0 to count() - 1
    [[nodiscard]] GPUALGO_FUNCTION constexpr tile_place at(int tile) const {
        int const whole = full.count() * products;
        if (tile < whole) return batch_order{full, products}.at(tile);
        int const halves_of_one = rows * columns - full.count();
        int const product = (tile - whole) / halves_of_one;
        int const half = (tile - whole) % halves_of_one;
        int const in_last_row = (rows - full.rows) * columns;
        if (half < in_last_row) return {full.rows, half, product};
        return {half - in_last_row, full.columns, product};
    }
};

/// The tiles that a block, or cluster, of a persistent kernel computes: every `step`-th one.
struct strided_tiles {
    int first, step, count;

    /// Whether each block has a tile in the same round.
    [[nodiscard]] GPUALGO_FUNCTION constexpr bool is_common(int tile) const {
        return tile < count - count % step;
    }
};

/// A range of blocks of k, of `depth` elements each.
struct k_range {
    int first, count;
};

/// The blocks of k for one of `parts` blocks of a cluster. All parts have the same length; elements
/// beyond k are read as zeros.
[[nodiscard]] GPUALGO_FUNCTION constexpr k_range part_of_k(int k, int depth, int parts, int part) {
    int const count = pieces(pieces(k, depth), parts);
    return {part * count, count};
}

} // namespace gpu::inline v0::sm90
