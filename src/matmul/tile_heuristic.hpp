// SPDX-License-Identifier: Apache-2.0
/// @file
/// Which kernel serves which shape, as a table. A kernel for one architecture, or a better choice,
/// is a row.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace gpu::inline v0::detail {

/// A tile of C that a block computes, and how many blocks share it by parts of k.
struct tile_choice {
    unsigned tile;
    std::size_t splits;
};

/// A class of shapes, and what it is served by.
struct shape_class {
    std::string_view name;
    unsigned tile;      ///< edge of the tile of C a block
    std::size_t blocks; ///< for shapes with at least so many tiles for each multiprocessor
    std::size_t k;      ///< and at least so many products an element
    /// k is split until there are so many blocks for each multiprocessor; 0 for not at all
    std::size_t split_blocks;
};

/// The first row that fits is taken; the last one always does.
inline constexpr std::array shape_classes{
    shape_class{"large", 128, 1, 0, 0},
    shape_class{"medium", 64, 1, 0, 0},
    shape_class{"deep", 64, 0, 1024, 2},
    shape_class{"small", 64, 0, 0, 0},
};

/// Parts of k are not made shorter: adding them up would cost more than the wait for one block.
inline constexpr std::size_t shortest_part = 256;

/// The same choice for the same shape on the same device: the bits of the result depend on it.
constexpr tile_choice choose_tile(std::size_t m, std::size_t n, std::size_t k,
                                  std::size_t multiprocessors) {
    for (auto const& row : shape_classes) {
        std::size_t const tiles = ((m + row.tile - 1) / row.tile) * ((n + row.tile - 1) / row.tile);
        if (tiles < row.blocks * multiprocessors || k < row.k) continue;
        std::size_t const splits =
            row.split_blocks * multiprocessors / std::max<std::size_t>(tiles, 1);
        return {row.tile,
                std::clamp<std::size_t>(splits, 1, std::max<std::size_t>(k / shortest_part, 1))};
    }
    return {shape_classes.back().tile, 1};
}

} // namespace gpu::inline v0::detail
