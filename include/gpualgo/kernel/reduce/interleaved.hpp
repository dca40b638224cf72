// SPDX-License-Identifier: Apache-2.0
/// @file
/// interleaved: pairs a stride apart that halves in each step. The first threads work, on
/// neighbouring elements: divergence only below a stride of a warp, coalesced accesses, no bank
/// conflicts.
#pragma once

#include <gpualgo/kernel/reduce/reduce.hpp>

namespace gpu::inline v0::kernel {

/// Folds the values of any group of threads through an exchange of one slot a thread: the block, or
/// a tile. Cooperative groups' `reduce_sum(group, temp, value)`.
/// @param num_valid how many of the group's threads, the first ones, hold a value; at least one
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
