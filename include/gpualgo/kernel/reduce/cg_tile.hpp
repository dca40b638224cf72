// SPDX-License-Identifier: Apache-2.0
/// @file
/// cg_tile<N>: the block is partitioned into tiles of N threads by cooperative groups'
/// `tiled_partition<N>`.
///
/// 1. The lanes of each tile fold their values: by shuffles in registers, or through shared memory
///    with the tile's own barrier. Lane 0 leaves the result in the exchange.
/// 2. After a block barrier, each lane of the first tile folds the results of its share of the
///    tiles.
/// 3. The lanes of the first tile fold their values as in step 1.
#pragma once

#include <gpualgo/kernel/reduce/interleaved.hpp>

namespace gpu::inline v0::kernel {

/// Folds the values of a tile in registers. In each step, lane l reads the value of lane l + offset
/// by a shuffle and adds it to its own. The offset starts at half the tile and halves in each step.
/// Source: Harris and Perelygin, Cooperative Groups, `reduce_sum_tile_shfl`.
/// @param num_valid the first `num_valid` lanes hold a value
/// @return the fold on lane 0, if it holds a value; on other lanes, a value without meaning
template <class Tile, class T, class Op>
GPUALGO_DEVICE T fold_shuffled(Tile const& tile, T value, unsigned num_valid, Op op) {
    unsigned const lane = tile.thread_rank();
    for (unsigned offset = tile.num_threads() / 2; offset > 0; offset /= 2) {
        bool const paired = lane + offset < num_valid;
        // All lanes call the shuffle, but read only from lanes that exist: the last warp of a block
        // may be partial.
        T const other = tile.shfl(value, paired ? lane + offset : lane);
        if (paired) value = op(value, other);
    }
    return value;
}

/// The number of lanes of a tile that are among the first `num_valid` threads of the block.
template <class Tile>
[[nodiscard]] GPUALGO_DEVICE unsigned num_valid_lanes(Tile const& tile, unsigned num_valid) {
    unsigned const first = tile.meta_group_rank() * tile.num_threads();
    return num_valid <= first                       ? 0
           : num_valid - first < tile.num_threads() ? num_valid - first
                                                    : tile.num_threads();
}

/// Folds the tiles' results: lane l of the first tile takes results l, l + tile size ...
/// @param count results in the exchange, `stride` slots apart
/// @return the fold of the lane's results; `value` on lanes without one
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
        unsigned const tiles = (num_valid + N - 1) / N; // with a value
        unsigned const lanes = num_valid_lanes(tile, num_valid);
        // lanes of the first tile that take a tile's result
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
