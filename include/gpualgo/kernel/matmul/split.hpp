// SPDX-License-Identifier: Apache-2.0
/// @file
/// The last launch of a product whose k is split between blocks. It adds the sums of the parts in a
/// fixed order, so that the bits do not depend on which block finished first.
#pragma once

#include <gpualgo/kernel/matmul/matmul.hpp>

namespace gpu::inline v0::kernel {

/// The arguments of `matmul_add_parts`.
template <class Value, class Result>
struct add_parts_arguments {
    matmul_problem<Value, Result> product;
    std::size_t splits; ///< the number of parts
    /// `splits` matrices of m * n sums, row-major
    detail::matmul_accumulator<Value> const* partial;
};

/// C = alpha * (sum of the parts) + beta * C
struct matmul_add_parts {
    /// Grid-stride loop: each thread adds the parts of one element per iteration.
    template <class Context, class Value, class Result, class Op>
    GPUALGO_DEVICE static void run(Context const& context,
                                   add_parts_arguments<Value, Result> arguments, Op op) {
        auto const& product = arguments.product;
        auto const partial = context.global(arguments.partial);
        std::size_t const elements = product.m * product.n;
        std::size_t const threads = context.block().num_threads();
        for (std::size_t i = context.block_rank() * threads + context.block().thread_rank();
             i < elements; i += context.num_blocks() * threads) {
            auto sum = partial.get(i);
            for (std::size_t split = 1; split < arguments.splits; ++split)
                sum = op(sum, partial.get(split * elements + i));
            write_element(context.global(product.c.data), product, i / product.n, i % product.n,
                          sum);
        }
    }
};

} // namespace gpu::inline v0::kernel
