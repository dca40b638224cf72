// SPDX-License-Identifier: Apache-2.0
/// @file
/// neighbored_less: the pairs of `neighbored`, added by the first threads of the block. Warps
/// diverge in the last steps only; in shared memory, elements a power of two apart fall into the
/// same banks.
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
