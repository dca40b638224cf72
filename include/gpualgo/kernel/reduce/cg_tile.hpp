// SPDX-License-Identifier: Apache-2.0
/// @file
/// cg_tile<N>: the block is cut into tiles of N threads, cooperative groups' `tiled_partition<N>`.
/// Each tile folds its values by collectives; then the first tile folds the tiles' values.
#pragma once

#include <gpualgo/kernel/reduce/interleaved.hpp>

namespace gpu::inline v0::kernel {

/// Folds the values of a tile in registers: a lane takes the value of the lane half a tile further,
/// and so on. Cooperative groups' `reduce_sum_tile_shfl`, for any number of num_valid lanes.
/// @param num_valid how many of the tile's lanes, the first ones, hold a value
/// @return the fold, on lane 0, if a lane holds a value; on other lanes, a value without meaning
template <class Tile, class T, class Op>
GPUALGO_DEVICE T fold_shuffled(Tile const& tile, T value, unsigned num_valid, Op op) {
    unsigned const lane = tile.thread_rank();
    for (unsigned offset = tile.num_threads() / 2; offset > 0; offset /= 2) {
        bool const paired = lane + offset < num_valid;
        // All lanes shuffle, but only from lanes that are there: the last warp of a block may be
        // partial.
        T const other = tile.shfl(value, paired ? lane + offset : lane);
        if (paired) value = op(value, other);
    }
    return value;
}

/// How many of a tile's lanes are among the first `num_valid` threads of the block.
template <class Tile>
[[nodiscard]] GPUALGO_DEVICE unsigned num_valid_lanes(Tile const& tile, unsigned num_valid) {
    unsigned const first = tile.meta_group_rank() * tile.num_threads();
    return num_valid <= first                       ? 0
           : num_valid - first < tile.num_threads() ? num_valid - first
                                                    : tile.num_threads();
}

/// The value that a lane of the first tile holds once the tiles have left theirs in the exchange.
/// @param count values, `stride` slots apart; lane l takes those at l, l + tile size, ...
/// @return their fold, on lanes below `count`
template <class Tile, class Exchange, class T, class Op>
GPUALGO_DEVICE T gather_tiles(Tile const& tile, Exchange exchange, T value, unsigned count,
                              unsigned stride, Op op) {
    unsigned const lane = tile.thread_rank();
    if (lane < count) value = exchange.get(lane * stride);
    for (unsigned i = lane + tile.num_threads(); i < count; i += tile.num_threads())
        value = op(value, exchange.get(i * stride));
    return value;
}

/// See policy::cg_tile.
template <unsigned N, memory_space Space>
struct fold<policy::cg_tile<N>, Space> : one_value_a_thread {
    /// @return the fold, on thread 0
    template <class Context, class Exchange, class T, class Op>
    GPUALGO_DEVICE static T run(Context const& context, Exchange exchange, T value,
                                unsigned num_valid, Op op) {
        auto const tile = context.template tile<N>();
        unsigned const tiles = (num_valid + N - 1) / N; // those with a value
        unsigned const lanes = num_valid_lanes(tile, num_valid);
        // lanes of the first tile that take a tile's value
        unsigned const gathered = tiles < N ? tiles : N;

        if constexpr (Space == memory_space::shared) {
            if (lanes > 0)
                value =
                    fold_halves(tile, exchange.from(tile.meta_group_rank() * N), value, lanes, op);
            context.block().sync();
            if (tile.meta_group_rank() > 0) return value;
            return fold_halves(tile, exchange, gather_tiles(tile, exchange, value, tiles, N, op),
                               gathered, op);
        } else {
            value = fold_shuffled(tile, value, lanes, op);
            if (tile.thread_rank() == 0 && lanes > 0) exchange.put(tile.meta_group_rank(), value);
            context.block().sync();
            if (tile.meta_group_rank() > 0) return value;
            return fold_shuffled(tile, gather_tiles(tile, exchange, value, tiles, 1, op), gathered,
                                 op);
        }
    }
};

} // namespace gpu::inline v0::kernel
