// SPDX-License-Identifier: Apache-2.0
/// @file
/// neighbored, neighbored_less and interleaved: one block per element of C. Thread t sums products
/// t, t + block size, t + 2 * block size ... of the element's k products. Then the block folds
/// these sums as it does in a reduction, see kernel/reduce/.
///
/// Every element of A is read once per column of B, and every element of B once per row of A. The
/// strategies with tiles avoid that.
#pragma once

#include <gpualgo/kernel/matmul/matmul.hpp>
#include <gpualgo/kernel/reduce/interleaved.hpp>
#include <gpualgo/kernel/reduce/neighbored.hpp>
#include <gpualgo/kernel/reduce/neighbored_less.hpp>

namespace gpu::inline v0::kernel {

/// The arguments of a launch whose blocks exchange values through global memory.
template <class Value, class Result>
struct exchange_arguments {
    matmul_problem<Value, Result> product;
    detail::matmul_accumulator<Value>* exchange; ///< the slots of all blocks
};

/// One block per element of C, with the fold of a reduction.
template <class Policy, memory_space Space>
struct matmul_by_fold : any_threads {
    /// The strategy's fold of a block.
    using fold = kernel::fold<Policy, Space>;

    /// The type of exchanged values.
    template <class Value>
    using exchanged = detail::matmul_accumulator<Value>;
    /// @return the slots that the fold needs
    template <class Value>
    [[nodiscard]] GPUALGO_FUNCTION static constexpr std::size_t slots(unsigned threads) {
        return fold::template slots<exchanged<Value>>(threads);
    }

    /// @return one block per element of C, up to `max_blocks`
    template <class Value>
    [[nodiscard]] static constexpr std::size_t blocks(std::size_t m, std::size_t n, unsigned) {
        return m * n < max_blocks ? m * n : max_blocks;
    }

    /// Grid-stride loop: each block computes one element of C per iteration.
    template <class Context, class Value, class Result, class Op>
    GPUALGO_DEVICE static void run(Context const& context, matmul_problem<Value, Result> problem,
                                   Op op) {
        compute(context, context.template shared<exchanged<Value>>(), problem, op);
    }
    /// The same, with values exchanged through global memory.
    template <class Context, class Value, class Result, class Op>
    GPUALGO_DEVICE static void run(Context const& context,
                                   exchange_arguments<Value, Result> arguments, Op op) {
        std::size_t const slots = matmul_by_fold::slots<Value>(context.block().num_threads());
        compute(context, context.global(arguments.exchange).from(context.block_rank() * slots),
                arguments.product, op);
    }

private:
    /// The fold ends with a block barrier, after which the next fold may use its slots.
    template <class Context, class Exchange, class Value, class Result, class Op>
    GPUALGO_DEVICE static void compute(Context const& context, Exchange exchange,
                                       matmul_problem<Value, Result> const& problem, Op op) {
        unsigned const rank = context.block().thread_rank();
        unsigned const threads = context.block().num_threads();
        for (std::size_t element = context.block_rank(); element < problem.m * problem.n;
             element += context.num_blocks()) {
            std::size_t const row = element / problem.n;
            std::size_t const column = element % problem.n;
            auto const share = dot_product(context, problem, row, column, rank, threads);
            auto const sum = fold::run(context, exchange, share, threads, op);
            if (rank == 0) write_element(context.global(problem.c.data), problem, row, column, sum);
        }
    }
};

/// See policy::neighbored.
template <memory_space Space>
struct matmul<policy::neighbored, Space> : matmul_by_fold<policy::neighbored, Space> {};

/// See policy::neighbored_less.
template <memory_space Space>
struct matmul<policy::neighbored_less, Space> : matmul_by_fold<policy::neighbored_less, Space> {};

/// See policy::interleaved.
template <memory_space Space>
struct matmul<policy::interleaved, Space> : matmul_by_fold<policy::interleaved, Space> {};

} // namespace gpu::inline v0::kernel
