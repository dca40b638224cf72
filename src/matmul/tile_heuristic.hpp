// SPDX-License-Identifier: Apache-2.0
/// @file
/// Chooses the tile size of register_tile by the shape, from a table. To tune an architecture, add
/// a row. Copied tiles, those of `float`, are chosen by expected time.
#pragma once

#include "call/tabulate.hpp"

#include <gpualgo/kernel/matmul/register_tile.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

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

/// Parts of k of staged tiles, and of mma, are not shorter: adding them would cost more than the
/// wait for one block.
inline constexpr std::size_t shortest_part = 256;

/// Whether the large tiles of each type of A and B are 128 by 256, and not 128 by 128.
inline constexpr auto has_wide_tiles = tabulate(
    []<class Value>(type_list<Value>) { return kernel::large_register_tile<Value>::width == 16; },
    matmul_types());

/// A tile of copied operands, and its times on an H200.
struct copied_tile {
    unsigned rows, columns;
    std::size_t at_once;  ///< blocks per multiprocessor that take as long as one
    std::size_t tile_ns;  ///< fixed time per tile
    std::size_t ps_per_k; ///< time per k
    std::size_t ps_alone; ///< the same in a single round, in which warps wait more often
};
inline constexpr std::array copied_tiles_by_size{
    copied_tile{64, 64, 2, 1200, 48'000, 54'000},     // two warps, for four schedulers
    copied_tile{128, 256, 1, 8800, 171'500, 171'500}, // eight warps
};

/// Products in each part of k except the last one, if k is split: a multiple of `depth`, but not 0.
constexpr std::size_t length_of_part(std::size_t k, std::size_t splits, std::size_t depth) {
    return kernel::pieces(std::max<std::size_t>(kernel::pieces(k, splits), 1), depth) * depth;
}

/// The depth of copied tiles along k.
inline constexpr std::size_t copied_depth = kernel::matmul_register_tile<64, 64>::depth<float>;

/// The expected time of a product by copied tiles, in nanoseconds.
/// @param tiles in a launch
/// @param elements of C
constexpr std::size_t expected_ns(copied_tile const& x, std::size_t tiles, std::size_t k,
                                  std::size_t splits, std::size_t multiprocessors,
                                  std::size_t elements) {
    std::size_t const rounds = kernel::pieces(tiles * splits, multiprocessors * x.at_once);
    std::size_t const part = length_of_part(k, splits, copied_depth);
    std::size_t const ps_per_k = rounds == 1 ? x.ps_alone : x.ps_per_k;
    std::size_t const of_tiles = rounds * (x.tile_ns + part * ps_per_k / 1000);
    return splits == 1 ? of_tiles : of_tiles + 1600 + (7 * splits + 3) * elements / 4000;
}

/// A choice, and its expected time in nanoseconds.
struct timed_choice {
    tile_choice choice;
    std::size_t ns;
};

/// The faster tile of copied operands, and the number of blocks that share it. A tile is not larger
/// than C. Blocks share tiles so that they fill one to eight rounds, and no part is empty.
/// @param count of products in a launch; if there are several, blocks do not share tiles
constexpr timed_choice fastest_copied_tile(std::size_t m, std::size_t n, std::size_t k,
                                           std::size_t multiprocessors, std::size_t count) {
    constexpr std::size_t least_part = 64, most_rounds = 8;
    timed_choice best{{64, 1}, std::numeric_limits<std::size_t>::max()};
    for (auto const& x : copied_tiles_by_size) {
        if (x.rows > 64 && (m < x.rows || n < x.columns)) continue;
        std::size_t const tiles = kernel::pieces(m, x.rows) * kernel::pieces(n, x.columns) * count;
        std::size_t const most_splits = count == 1 ? std::max<std::size_t>(k / least_part, 1) : 1;
        for (std::size_t round = 0; round <= most_rounds; ++round) {
            std::size_t const filling =
                round * x.at_once * multiprocessors / std::max<std::size_t>(tiles, 1);
            std::size_t const wanted = std::clamp<std::size_t>(filling, 1, most_splits);
            std::size_t const splits =
                wanted == 1 ? 1 : kernel::pieces(k, length_of_part(k, wanted, copied_depth));
            std::size_t const ns = expected_ns(x, tiles, k, splits, multiprocessors, m * n);
            if (ns < best.ns) best = {{x.rows, splits}, ns};
        }
    }
    return best;
}

/// The same for a product, or a batch. Products of a batch may take less time one after another,
/// also with their launches. Then the choice is that of one, whose tiles are shared.
constexpr tile_choice choose_copied_tile(std::size_t m, std::size_t n, std::size_t k,
                                         std::size_t multiprocessors, std::size_t count) {
    auto const all = fastest_copied_tile(m, n, k, multiprocessors, count);
    if (count == 1) return all.choice;
    constexpr std::size_t launches_ns = 4000; // of tiles, and of the sum of parts
    auto const one = fastest_copied_tile(m, n, k, multiprocessors, 1);
    bool const is_faster = one.ns + launches_ns < all.ns / count;
    return one.choice.splits > 1 && is_faster ? one.choice : all.choice;
}

/// Deterministic for a shape and device, because the bits of the result depend on the choice.
/// @param count of products in a launch
/// @param is_wide whether large tiles are 128 by 256, not 128 by 128, see choose_copied_tile
constexpr tile_choice choose_tile(std::size_t m, std::size_t n, std::size_t k,
                                  std::size_t multiprocessors, std::size_t count = 1,
                                  bool is_wide = false) {
    if (is_wide) return choose_copied_tile(m, n, k, multiprocessors, count);
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
