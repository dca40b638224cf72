// SPDX-License-Identifier: Apache-2.0
/// @file
/// neighbored, neighbored_less and interleaved: a block an element of C. Each thread sums its share
/// of the element's k products, and the block folds the sums as it does in a reduction.
///
/// Every element of A is read once for each column of B, and every element of B for each row of A:
/// what tiles are for.
#pragma once

#include <gpualgo/kernel/matmul/matmul.hpp>
#include <gpualgo/kernel/reduce/interleaved.hpp>
#include <gpualgo/kernel/reduce/neighbored.hpp>
#include <gpualgo/kernel/reduce/neighbored_less.hpp>

namespace gpu::inline v0::kernel {

/// What a launch works on whose blocks exchange values through global memory.
template <class Value, class Result>
struct exchange_arguments {
    matmul_problem<Value, Result> product;
    detail::matmul_accumulator<Value>* exchange; ///< the slots of every block
};

/// An element of C a block, by the fold of a reduction.
template <class Policy, memory_space Space>
struct matmul_by_fold : any_threads {
    /// The strategy's fold of a block.
    using fold = kernel::fold<Policy, Space>;

    /// The type of what is exchanged.
    template <class Value>
    using exchanged = detail::matmul_accumulator<Value>;
    /// @return what the fold needs
    template <class Value>
    [[nodiscard]] GPUALGO_FUNCTION static constexpr std::size_t slots(unsigned threads) {
        return fold::template slots<exchanged<Value>>(threads);
    }

    /// @return blocks for C: of very large ones, each computes several elements
    template <class Value>
    [[nodiscard]] static constexpr std::size_t blocks(std::size_t m, std::size_t n, unsigned) {
        return m * n < max_blocks ? m * n : max_blocks;
    }

    /// One block: an element of C, and another one a grid further.
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
    /// The fold ends with a barrier, behind which its slots can be used again.
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
