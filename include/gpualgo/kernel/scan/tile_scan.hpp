// SPDX-License-Identifier: Apache-2.0
/// @file
/// cg_tile<N> and warp_shuffle: the threads of each tile scan by shuffles. One tile scans all
/// totals.
/// Every thread folds the total of the tiles before its own in front.
#pragma once

#include <gpualgo/kernel/scan/block_scan.hpp>

namespace gpu::inline v0::kernel {

/// Scans by tiles of N threads.
template <unsigned N>
struct block_scan_by_tiles {
    /// @return the fold of the values of the threads up to this one
    template <class Context, class T, class Op>
    GPUALGO_DEVICE static T run(Context const& context, T x, Op op) {
        auto const tile = context.template tile<N>();
        auto const totals = context.template shared<T>();
        unsigned const tiles = tile.meta_group_size(), rank = tile.thread_rank();
        unsigned const threads = context.block().num_threads();
        x = scan(tile, x, op);
        if (tiles == 1) return x;
        unsigned const end = (tile.meta_group_rank() + 1) * N;
        if (rank == (end < threads ? end : threads) - 1 - tile.meta_group_rank() * N)
            totals.put(tile.meta_group_rank(), x);
        context.block().sync();
        if (tile.meta_group_rank() == 0) {
            T before{};
            for (unsigned first = 0; first < tiles; first += N) {
                T total = first + rank < tiles ? totals.get(first + rank) : T{};
                total = scan(tile, total, op);
                if (first > 0) total = op(before, total);
                if (first + rank < tiles) totals.put(first + rank, total);
                before = tile.shfl(total, N - 1);
            }
        }
        context.block().sync();
        return tile.meta_group_rank() == 0 ? x : op(totals.get(tile.meta_group_rank() - 1), x);
    }

private:
    /// Each lane takes the fold of the lanes up to it, in the steps of hillis_steele.
    template <class Tile, class T, class Op>
    GPUALGO_DEVICE static T scan(Tile const& tile, T x, Op op) {
        unsigned const rank = tile.thread_rank();
        for (unsigned stride = 1; stride < N; stride *= 2) {
            T const other = tile.shfl(x, rank >= stride ? rank - stride : rank);
            if (rank >= stride) x = op(other, x);
        }
        return x;
    }
};

template <unsigned N>
struct block_scan<policy::cg_tile<N>> : block_scan_by_tiles<N> {};

template <>
struct block_scan<policy::warp_shuffle> : block_scan_by_tiles<32> {};

} // namespace gpu::inline v0::kernel
