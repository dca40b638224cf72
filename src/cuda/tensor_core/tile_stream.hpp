// SPDX-License-Identifier: Apache-2.0
/// @file
/// Distributes tiles over blocks evenly, even if their number is not a multiple of the number of
/// blocks. After rounds of whole tiles, k of the remaining tiles is divided: "stream-K", Osama et
/// al., 2023. Another kernel adds the parts of a tile in the order of k. Thus the bits do not
/// depend on which block came first.
#pragma once

#include "tile_order.hpp"

#include <gpualgo/kernel/function.hpp>

namespace gpu::inline v0::sm90 {

/// A range of steps of k of one tile.
struct tile_part {
    int tile;
    int first, count; ///< steps of k
    int slot;         ///< index of the memory for its sums; -1 if it is a whole tile
};

/// The blocks that compute parts of a tile: `blocks` of them, from `first` on.
struct part_owners {
    int first, blocks;
};

/// Each block computes `rounds` whole tiles, and an equal share of all steps of the other tiles.
struct tile_stream {
    int tiles, steps_of_k, blocks;
    int rounds;
    int share; ///< steps of divided tiles per block; the first `longer` blocks have one more
    int longer;

    /// Whole tiles only: some blocks compute one more than others.
    GPUALGO_FUNCTION static constexpr tile_stream of_whole_tiles(int tiles, int steps_of_k,
                                                                 int blocks) {
        return {tiles, steps_of_k, blocks, pieces(tiles, blocks), 0, 0};
    }

    /// Divides the remaining tiles, if there is a step of k for each block.
    GPUALGO_FUNCTION static constexpr tile_stream of_parts(int tiles, int steps_of_k, int blocks) {
        long long const steps = static_cast<long long>(tiles % blocks) * steps_of_k;
        constexpr long long most_steps = 1 << 30;
        if (steps < blocks || steps > most_steps) return of_whole_tiles(tiles, steps_of_k, blocks);
        return {tiles,
                steps_of_k,
                blocks,
                tiles / blocks,
                static_cast<int>(steps / blocks),
                static_cast<int>(steps % blocks)};
    }

    /// The number of tiles that are divided.
    [[nodiscard]] GPUALGO_FUNCTION constexpr int divided_tiles() const {
        return share == 0 ? 0 : tiles - rounds * blocks;
    }

    /// Rounds in which each block has a whole tile.
    [[nodiscard]] GPUALGO_FUNCTION constexpr int common_rounds() const {
        return share == 0 && tiles % blocks != 0 ? rounds - 1 : rounds;
    }

    /// The number of parts of a block.
    [[nodiscard]] GPUALGO_FUNCTION constexpr int parts_of(int block) const {
        if (share == 0) return block < tiles - (rounds - 1) * blocks ? rounds : rounds - 1;
        return rounds + (begin_of(block + 1) - 1) / steps_of_k - begin_of(block) / steps_of_k + 1;
    }

    /// @param index of the part in the block
    [[nodiscard]] GPUALGO_FUNCTION constexpr tile_part part(int block, int index) const {
        if (index < rounds) return {index * blocks + block, 0, steps_of_k, -1};
        int const begin = begin_of(block), end = begin_of(block + 1);
        int const tile = begin / steps_of_k + (index - rounds);
        int const from = tile * steps_of_k, to = from + steps_of_k;
        int const first = begin > from ? begin : from, last = end < to ? end : to;
        // a block may have the end of one tile and the beginning of another
        int const slot = first == from && last == to ? -1 : 2 * block + (first == from ? 1 : 0);
        return {rounds * blocks + tile, first - from, last - first, slot};
    }

    /// @param divided index of a divided tile, from 0 to divided_tiles() - 1
    [[nodiscard]] GPUALGO_FUNCTION constexpr part_owners owners_of(int divided) const {
        int const begin = divided * steps_of_k;
        int const first = block_of(begin), last = block_of(begin + steps_of_k - 1);
        return {first, last - first + 1};
    }

    /// The slot of a part of a divided tile.
    /// @param owner index of its block in the tile's owners
    [[nodiscard]] GPUALGO_FUNCTION static constexpr int slot_of(part_owners const& owners,
                                                                int owner) {
        return 2 * (owners.first + owner) + (owner == 0 ? 1 : 0); // only the first begins the tile
    }

private:
    /// The first of a block's steps of divided tiles.
    [[nodiscard]] GPUALGO_FUNCTION constexpr int begin_of(int block) const {
        return block * share + (block < longer ? block : longer);
    }

    /// The block that computes a step of the divided tiles.
    [[nodiscard]] GPUALGO_FUNCTION constexpr int block_of(int step) const {
        int const in_longer = longer * (share + 1);
        return step < in_longer ? step / (share + 1) : longer + (step - in_longer) / share;
    }
};

} // namespace gpu::inline v0::sm90
