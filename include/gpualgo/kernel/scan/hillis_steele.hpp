// SPDX-License-Identifier: Apache-2.0
/// @file
/// hillis_steele: in each step, every element is folded with the one `stride` before it. The stride
/// doubles. Also known as the network of Kogge and Stone.
#pragma once

#include <gpualgo/kernel/scan/block_scan.hpp>

namespace gpu::inline v0::kernel {

template <>
struct block_scan<policy::hillis_steele> {
    /// @return the fold of the values of the threads up to this one
    template <class Context, class T, class Op>
    GPUALGO_DEVICE static T run(Context const& context, T x, Op op) {
        auto const block = context.block();
        auto const values = context.template shared<T>();
        unsigned const rank = block.thread_rank();
        values.put(rank, x);
        block.sync();
        for (unsigned stride = 1; stride < block.num_threads(); stride *= 2) {
            if (rank >= stride) x = op(values.get(rank - stride), x);
            block.sync(); // all have read
            values.put(rank, x);
            block.sync(); // all have written
        }
        return x;
    }
};

} // namespace gpu::inline v0::kernel
