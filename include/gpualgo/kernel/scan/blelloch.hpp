// SPDX-License-Identifier: Apache-2.0
/// @file
/// blelloch: totals of aligned groups of 2, 4, 8 ... elements go up a tree. Then prefixes come
/// down, from the largest groups to the smallest. In the inclusive form of Brent and Kung.
#pragma once

#include <gpualgo/kernel/scan/block_scan.hpp>

namespace gpu::inline v0::kernel {

template <>
struct block_scan<policy::blelloch> {
    /// @return the fold of the values of the threads up to this one
    template <class Context, class T, class Op>
    GPUALGO_DEVICE static T run(Context const& context, T x, Op op) {
        auto const block = context.block();
        auto const values = context.template shared<T>();
        unsigned const rank = block.thread_rank(), count = block.num_threads();
        auto const fold = [&](unsigned i, unsigned stride) {
            if (i < count) values.put(i, op(values.get(i - stride), values.get(i)));
            block.sync();
        };
        values.put(rank, x);
        block.sync();
        unsigned stride = 1;
        for (; stride < count; stride *= 2) fold((rank + 1) * 2 * stride - 1, stride);
        for (stride /= 2; stride > 0; stride /= 2)
            fold((rank + 1) * 2 * stride - 1 + stride, stride);
        return values.get(rank);
    }
};

} // namespace gpu::inline v0::kernel
