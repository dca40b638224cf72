// SPDX-License-Identifier: Apache-2.0
/// @file
/// C = beta * C: the matrix product if k or alpha is 0, for all strategies.
#pragma once

#include <gpualgo/kernel/matmul/matmul.hpp>

namespace gpu::inline v0::kernel {

/// C = beta * C
struct matmul_scale {
    /// Grid-stride loop: each thread scales one element per iteration.
    template <class Context, class Value, class Result, class Op>
    GPUALGO_DEVICE static void run(Context const& context, matmul_problem<Value, Result> problem,
                                   Op) {
        auto const c = context.global(problem.c.data);
        std::size_t const threads = context.block().num_threads();
        for (std::size_t i = context.block_rank() * threads + context.block().thread_rank();
             i < problem.m * problem.n; i += context.num_blocks() * threads)
            write_element(c, problem, i / problem.n, i % problem.n,
                          detail::matmul_accumulator<Value>{});
    }
};

} // namespace gpu::inline v0::kernel
