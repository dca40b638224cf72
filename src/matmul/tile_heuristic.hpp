// SPDX-License-Identifier: Apache-2.0
/// @file
/// Chooses the tile size of register_tile by the shape, from a table. To tune an architecture, add
/// a row.
#pragma once

#include "call/tabulate.hpp"

#include <gpualgo/kernel/matmul/register_tile.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace gpu::inline v0::detail {

/// The rows of the tile of C per block, and the number of blocks that share it by splitting k.
struct tile_choice {
    unsigned tile; ///< 64 for 64 by 64; 128 for the large tile, see kernel::large_register_tile
    std::size_t splits;
};

/// A class of shapes, and its tile.
struct shape_class {
    unsigned tile;      ///< rows of the tile of C per block
    std::size_t blocks; ///< minimum number of square tiles per multiprocessor
    std::size_t k;      ///< minimum k
    /// k is split until each multiprocessor has this many blocks; 0 means never
    std::size_t split_blocks;
};

/// The first row that matches is used; the last one always matches.
inline constexpr std::array shape_classes{
    shape_class{128, 1, 0, 0},   // large
    shape_class{64, 1, 0, 0},    // medium
    shape_class{64, 0, 1024, 4}, // of few tiles and long k
    shape_class{64, 0, 0, 0},    // small
};

/// Parts of k are not shorter: adding them would cost more than the wait for one block.
inline constexpr std::size_t shortest_part = 256;

/// Whether the large tiles of each type of A and B are 128 by 256, and not 128 by 128.
inline constexpr auto has_wide_tiles = tabulate(
    []<class Value>(type_list<Value>) { return kernel::large_register_tile<Value>::width == 16; },
    matmul_types());

/// Whether tiles of 128 by 256 are faster than those of 64 by 64. They are not if they are larger
/// than C. Each multiprocessor computes tiles in rounds. By this rule, one round of the larger ones
/// takes as long as 7 of the others.
/// @param count of products in a launch
constexpr bool are_wide_tiles_faster(std::size_t m, std::size_t n, std::size_t multiprocessors,
                                     std::size_t count) {
    if (m < 128 || n < 256) return false;
    auto const pieces = [](std::size_t extent, std::size_t size) {
        return extent / size + (extent % size != 0);
    };
    auto const rounds = [&](std::size_t rows, std::size_t columns) {
        return pieces(pieces(m, rows) * pieces(n, columns) * count, multiprocessors);
    };
    return 7 * rounds(128, 256) <= rounds(64, 64);
}

/// Deterministic for a shape and device, because the bits of the result depend on the choice.
/// @param count of products in a launch
/// @param is_wide whether large tiles are 128 by 256, not 128 by 128
constexpr tile_choice choose_tile(std::size_t m, std::size_t n, std::size_t k,
                                  std::size_t multiprocessors, std::size_t count = 1,
                                  bool is_wide = false) {
    for (auto const& row : shape_classes) {
        if (row.tile == 128 && is_wide && !are_wide_tiles_faster(m, n, multiprocessors, count))
            continue;
        std::size_t const tiles =
            ((m + row.tile - 1) / row.tile) * ((n + row.tile - 1) / row.tile) * count;
        if (tiles < row.blocks * multiprocessors || k < row.k) continue;
        std::size_t const splits =
            row.split_blocks * multiprocessors / std::max<std::size_t>(tiles, 1);
        return {row.tile,
                std::clamp<std::size_t>(splits, 1, std::max<std::size_t>(k / shortest_part, 1))};
    }
    return {shape_classes.back().tile, 1};
}

} // namespace gpu::inline v0::detail
