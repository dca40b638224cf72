// SPDX-License-Identifier: Apache-2.0
/// @file
/// neighbored: adds neighbours; the stride between them is first 1 and doubles in each step.
///
/// Each thread writes its value to slot t, t being its rank in the block. In each step, if t is a
/// multiple of 2 * stride, thread t adds slot t + stride to slot t. A block barrier ends each step,
/// since the next one reads what other threads have written. At the end, slot 0 holds the total.
///
/// Active threads are spread over the block: every warp that has active threads diverges, and
/// all warps have some up to a stride of 16.
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
