// SPDX-License-Identifier: Apache-2.0
/// @file
/// neighbored: thread t adds its neighbour if t is a multiple of twice the stride. Active threads
/// are spread over all warps, so that every warp diverges in every step.
#pragma once

#include <gpualgo/kernel/reduce/reduce.hpp>

namespace gpu::inline v0::kernel {

/// See policy::neighbored. Cheng et al., `reduceNeighbored`; Kirk and Hwu, figure 5.13.
template <memory_space Space>
struct fold<policy::neighbored, Space> : one_value_a_thread {
    /// @return the fold, on thread 0
    template <class Context, class Exchange, class T, class Op>
    GPUALGO_DEVICE static T run(Context const& context, Exchange exchange, T value,
                                unsigned num_valid, Op op) {
        auto const block = context.block();
        unsigned const rank = block.thread_rank();
        if (rank < num_valid) exchange.put(rank, value);
        block.sync();
        for (unsigned stride = 1; stride < num_valid; stride *= 2) {
            if (rank % (2 * stride) == 0 && rank + stride < num_valid)
                exchange.put(rank, op(exchange.get(rank), exchange.get(rank + stride)));
            block.sync();
        }
        return rank == 0 ? exchange.get(0) : value;
    }
};

} // namespace gpu::inline v0::kernel
