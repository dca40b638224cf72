// SPDX-License-Identifier: Apache-2.0
/// @file
/// Distributes tiles over blocks evenly, even if their number is not a multiple of the number of
/// blocks. After rounds of whole tiles, k of the remaining tiles is divided: "stream-K", Osama et
/// al., 2023. The blocks of a tile add their sums in a fixed order, see part_sums.cuh.
/// Thus the bits do not depend on which block came first.
#pragma once

#include "tile_order.hpp"

#include <gpualgo/kernel/function.hpp>

namespace gpu::inline v0::sm90 {

/// A range of steps of k of one tile.
struct tile_part {
    int tile;
    int first, count; ///< steps of k
    int before;       ///< so many blocks, just before this one, have the tile's earlier parts
    int after;        ///< so many blocks, just after this one, have its later parts
};

/// The blocks of a tile whose sums one of them adds before it passes the total on.
inline constexpr int blocks_of_group = 8;

/// Adds the sums of a tile's parts: those of groups of neighbouring blocks, then those of groups of
/// groups. Called by each block of the tile; the last one has the total. Blocks wait only for
/// earlier ones. GPUs start blocks in the order of their index, though CUDA does not promise it.
/// @param before, after see tile_part
/// @param add adds the sums that the block so many before this one has passed on
/// @param pass passes the sums on
/// @return whether the block has the total
template <class Add, class Pass>
GPUALGO_FUNCTION constexpr bool add_in_groups(int before, int after, Add add, Pass pass) {
    for (int distance = 1; distance <= before + after; distance *= blocks_of_group) {
        if (after / distance % blocks_of_group != 0) {
            pass();
            return false;
        }
        for (int i = 1; i < blocks_of_group && i * distance <= before; ++i) add(i * distance);
    }
    return true;
}

/// There is memory for the flags of so many blocks, see part_sums.cuh.
inline constexpr int most_blocks_with_parts = 256;

/// Each block computes `rounds` whole tiles, and an equal share of the other tiles. Shares are
/// counted in units: three or four per step, and one less per step of a half tile. It has half of
/// the products, but each scheduler then has one warp, which waits more often. If half tiles are
/// also in the rounds, blocks that have them are idle for a part of a round.
struct tile_stream {
    int tiles, steps_of_k, blocks;
    int rounds;
    int share; ///< units of divided tiles per block; the first `longer` have one more
    int longer;
    int halves = 0; ///< the last so many tiles are half tiles, see halves_last
    int units = 3;  ///< per step of a tile that is no half tile: 3 or 4

    /// Whole tiles only: some blocks compute one more than others.
    GPUALGO_FUNCTION static constexpr tile_stream
    of_whole_tiles(int tiles, int steps_of_k, int blocks, int halves = 0, int units = 3) {
        return {tiles, steps_of_k, blocks, pieces(tiles, blocks), 0, 0, halves, units};
    }

    /// Divides the remaining tiles if each block then has at least a step. Otherwise tiles are
    /// whole.
    /// @param with_round whether the tiles of the last round are divided, too. Most tiles then have
    /// at most two parts, but the blocks of a round load different lines at the same time.
    GPUALGO_FUNCTION static constexpr tile_stream of_parts(int tiles, int steps_of_k, int blocks,
                                                           int halves = 0, bool with_round = true,
                                                           int units = 3) {
        int const whole_rounds = tiles / blocks;
        int const rounds = with_round && whole_rounds > 0 ? whole_rounds - 1 : whole_rounds;
        int const divided = tiles - rounds * blocks;
        int const full = divided > halves ? divided - halves : 0;
        long long const all = ((units - 1LL) * divided + full) * steps_of_k;
        constexpr long long most = 1 << 30;
        bool const is_divided = all >= static_cast<long long>(units) * blocks && all <= most &&
                                blocks <= most_blocks_with_parts;
        if (!is_divided) return of_whole_tiles(tiles, steps_of_k, blocks, halves, units);
        return {tiles,
                steps_of_k,
                blocks,
                rounds,
                static_cast<int>(all / blocks),
                static_cast<int>(all % blocks),
                halves,
                units};
    }

    /// Units of the block that takes longest.
    [[nodiscard]] GPUALGO_FUNCTION constexpr long long most_units() const {
        int const full_rounds = pieces(tiles - halves, blocks);
        long long const of_rounds =
            (units - 1) * rounds + (full_rounds < rounds ? full_rounds : rounds);
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

    /// The last of a block's tiles comes first. So its sums are there when the next block, which
    /// waits for them, has computed its own part.
    /// @param index of the part in the block
    [[nodiscard]] GPUALGO_FUNCTION constexpr tile_part part(int block, int index) const {
        if (index < rounds) return {index * blocks + block, 0, steps_of_k, 0, 0};
        int const begin = begin_of(block), end = begin_of(block + 1);
        int const tile = (end - 1) / steps_of_k - (index - rounds);
        int const from = tile * steps_of_k, to = from + steps_of_k;
        int const first = begin > from ? begin : from, last = end < to ? end : to;
        return {rounds * blocks + tile, first - from, last - first, block - block_of(from),
                block_of(to - 1) - block};
    }

    /// At most so many blocks compute parts of the same tile.
    [[nodiscard]] GPUALGO_FUNCTION constexpr int most_blocks_of_tile() const {
        if (share == 0) return 1;
        bool const all_are_halves = full_steps() == 0, are_equal = all_are_halves || halves == 0;
        int const of_tile = (all_are_halves ? units - 1 : units) * steps_of_k;
        bool const begins_tiles = longer == 0 && are_equal && of_tile % share == 0;
        int const most = pieces(of_tile, share) + (begins_tiles ? 0 : 1);
        return most < blocks ? most : blocks;
    }

private:
    /// The first of a block's steps of divided tiles.
    [[nodiscard]] GPUALGO_FUNCTION constexpr int begin_of(int block) const {
        int const begin = block * share + (block < longer ? block : longer); // in units
        int const full = full_steps();
        return begin < units * full ? steps_of(begin, units)
                                    : full + steps_of(begin - units * full, units - 1);
    }

    /// Steps of `each` units, rounded up. A GPU divides by constants in much less time.
    [[nodiscard]] GPUALGO_FUNCTION static constexpr int steps_of(int all, int each) {
        return each == 2 ? pieces(all, 2) : each == 3 ? pieces(all, 3) : pieces(all, 4);
    }

    /// The block that computes a step of the divided tiles.
    [[nodiscard]] GPUALGO_FUNCTION constexpr int block_of(int step) const {
        int const full = full_steps();
        int const begin = step < full ? units * step : (units - 1) * step + full; // in units
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
