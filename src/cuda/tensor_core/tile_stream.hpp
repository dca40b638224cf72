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

/// Each block computes `rounds` whole tiles, and an equal share of the other tiles. Shares are
/// counted in half steps: a step of most tiles takes two, one of a half tile takes one. If half
/// tiles are also in the rounds, blocks that have them are idle for a part of a round.
struct tile_stream {
    int tiles, steps_of_k, blocks;
    int rounds;
    int share; ///< half steps of divided tiles per block; the first `longer` blocks have one more
    int longer;
    int halves = 0; ///< the last so many tiles are half tiles, see halves_last

    /// Whole tiles only: some blocks compute one more than others.
    GPUALGO_FUNCTION static constexpr tile_stream of_whole_tiles(int tiles, int steps_of_k,
                                                                 int blocks, int halves = 0) {
        return {tiles, steps_of_k, blocks, pieces(tiles, blocks), 0, 0, halves};
    }

    /// Divides the remaining tiles, if each block then has two half steps, and so at least a step.
    GPUALGO_FUNCTION static constexpr tile_stream of_parts(int tiles, int steps_of_k, int blocks,
                                                           int halves = 0) {
        int const rest = tiles % blocks, full = rest > halves ? rest - halves : 0;
        long long const half_steps = static_cast<long long>(rest + full) * steps_of_k;
        constexpr long long most = 1 << 30;
        bool const is_divided = half_steps >= 2LL * blocks && half_steps <= most;
        if (!is_divided) return of_whole_tiles(tiles, steps_of_k, blocks, halves);
        return {tiles,
                steps_of_k,
                blocks,
                tiles / blocks,
                static_cast<int>(half_steps / blocks),
                static_cast<int>(half_steps % blocks),
                halves};
    }

    /// Half steps of the block that takes longest.
    [[nodiscard]] GPUALGO_FUNCTION constexpr long long most_half_steps() const {
        int const full_rounds = pieces(tiles - halves, blocks);
        long long const of_rounds = rounds + (full_rounds < rounds ? full_rounds : rounds);
        return of_rounds * steps_of_k + share + (longer > 0 ? 1 : 0);
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
        int const begin = block * share + (block < longer ? block : longer); // half steps
        int const full = full_steps();
        return begin < 2 * full ? (begin + 1) / 2 : begin - full;
    }

    /// The block that computes a step of the divided tiles.
    [[nodiscard]] GPUALGO_FUNCTION constexpr int block_of(int step) const {
        int const full = full_steps();
        int const begin = step < full ? 2 * step : step + full; // half steps
        int const in_longer = longer * (share + 1);
        return begin < in_longer ? begin / (share + 1) : longer + (begin - in_longer) / share;
    }

    /// The steps of divided tiles that are not half tiles.
    [[nodiscard]] GPUALGO_FUNCTION constexpr int full_steps() const {
        int const full = tiles - halves - rounds * blocks;
        return full > 0 ? full * steps_of_k : 0;
    }
};

} // namespace gpu::inline v0::sm90
