// SPDX-License-Identifier: Apache-2.0
/// @file
/// interleaved: adds slots `stride` apart; the stride halves in each step.
///
/// Each thread writes its value to slot t, t being its rank in the block. The first stride is the
/// largest power of two below the number of values. In each step, thread t < stride adds slot
/// t + stride to slot t, and a block barrier ends the step.
///
/// Active threads are contiguous and access contiguous slots. Thus at most one warp per step
/// diverges, accesses to global memory coalesce, and those to shared memory have no bank conflicts.
#pragma once

#include <gpualgo/kernel/reduce/reduce.hpp>

namespace gpu::inline v0::kernel {

/// Folds the values of a group of threads, a block or a tile, through one slot per thread. Source:
/// Harris and Perelygin, Cooperative Groups: Flexible CUDA Thread Programming, `reduce_sum`.
/// @param num_valid the first `num_valid` threads of the group hold a value; at least one
/// @return the fold, on thread 0 of the group; on other threads, a value without meaning
template <class Group, class Exchange, class T, class Op>
GPUALGO_DEVICE T fold_halves(Group const& group, Exchange exchange, T value, unsigned num_valid,
                             Op op) {
    unsigned const rank = group.thread_rank();
    if (rank < num_valid) exchange.put(rank, value);
    group.sync();
    unsigned stride = 1;
    while (2 * stride < num_valid) stride *= 2;
    for (; stride > 0; stride /= 2) {
        if (rank < stride && rank + stride < num_valid)
            exchange.put(rank, op(exchange.get(rank), exchange.get(rank + stride)));
        group.sync();
    }
    return rank == 0 ? exchange.get(0) : value;
}

/// See policy::interleaved. Cheng et al., `reduceInterleaved`; Kirk and Hwu, figure 5.15.
template <memory_space Space>
struct fold<policy::interleaved, Space> : one_value_a_thread {
    /// @return the fold, on thread 0
    template <class Context, class Exchange, class T, class Op>
    GPUALGO_DEVICE static T run(Context const& context, Exchange exchange, T value,
                                unsigned num_valid, Op op) {
        return fold_halves(context.block(), exchange, value, num_valid, op);
    }
};

} // namespace gpu::inline v0::kernel
