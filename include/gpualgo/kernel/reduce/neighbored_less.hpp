// SPDX-License-Identifier: Apache-2.0
/// @file
/// neighbored_less: adds the same pairs as `neighbored`, by the first threads of the block.
///
/// In each step, thread t adds slot 2 * stride * t + stride to slot 2 * stride * t. The stride is
/// first 1 and doubles in each step; a block barrier ends each step.
///
/// Active threads are contiguous, so that at most one warp per step diverges. But the lanes of a
/// warp access slots 2 * stride apart. In shared memory, several of them fall into the same bank,
/// and these accesses are serialized: a bank conflict.
#pragma once

#include <gpualgo/kernel/reduce/reduce.hpp>

namespace gpu::inline v0::kernel {

/// See policy::neighbored_less. Cheng et al., `reduceNeighboredLess`.
template <memory_space Space>
struct fold<policy::neighbored_less, Space> : one_value_a_thread {
    /// @return the fold, on thread 0
    template <class Context, class Exchange, class T, class Op>
    GPUALGO_DEVICE static T run(Context const& context, Exchange exchange, T value,
                                unsigned num_valid, Op op) {
        auto const block = context.block();
        unsigned const rank = block.thread_rank();
        if (rank < num_valid) exchange.put(rank, value);
        block.sync();
        for (unsigned stride = 1; stride < num_valid; stride *= 2) {
            unsigned const left = 2 * stride * rank; // at most 2 * 1023 * 1023: no overflow
            if (left + stride < num_valid)
                exchange.put(left, op(exchange.get(left), exchange.get(left + stride)));
            block.sync();
        }
        return rank == 0 ? exchange.get(0) : value;
    }
};

} // namespace gpu::inline v0::kernel
