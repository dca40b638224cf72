// SPDX-License-Identifier: Apache-2.0
/// @file
/// Chooses the tile size of register_tile by the shape, from a table. To tune an architecture, add
/// a row.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace gpu::inline v0::detail {

/// The edge of the square tile of C per block, and the number of blocks that share it by splitting
/// k.
struct tile_choice {
    unsigned tile;
    std::size_t splits;
};

/// A class of shapes, and its tile.
struct shape_class {
    std::string_view name;
    unsigned tile;      ///< edge of the tile of C per block
    std::size_t blocks; ///< minimum number of tiles per multiprocessor
    std::size_t k;      ///< minimum k
    /// k is split until each multiprocessor has this many blocks; 0 means never
    std::size_t split_blocks;
};

/// The first row that matches is used; the last one always matches.
inline constexpr std::array shape_classes{
    shape_class{"large", 128, 1, 0, 0},
    shape_class{"medium", 64, 1, 0, 0},
    shape_class{"deep", 64, 0, 1024, 4},
    shape_class{"small", 64, 0, 0, 0},
};

/// Parts of k are not shorter: adding them would cost more than the wait for one block.
inline constexpr std::size_t shortest_part = 256;

/// Deterministic for a shape and device, because the bits of the result depend on the choice.
/// @param count of products in a launch
constexpr tile_choice choose_tile(std::size_t m, std::size_t n, std::size_t k,
                                  std::size_t multiprocessors, std::size_t count = 1) {
    for (auto const& row : shape_classes) {
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
