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
