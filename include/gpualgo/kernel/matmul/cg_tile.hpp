// SPDX-License-Identifier: Apache-2.0
/// @file
/// cg_tile<N>: one tile of N threads per element of C. Lane l sums products l, l + N, l + 2 * N ...
/// of the element's k products. Then the lanes fold these sums, by shuffles or in shared memory.
///
/// The lanes of a tile read neighbouring elements along k. A tile of one thread computes its
/// element alone, as in row_on_y.
#pragma once

#include <gpualgo/kernel/matmul/matmul.hpp>
#include <gpualgo/kernel/reduce/cg_tile.hpp>

namespace gpu::inline v0::kernel {

/// See policy::cg_tile. There is no block barrier, so that tiles without an element may return.
template <unsigned N, memory_space Space>
struct matmul<policy::cg_tile<N>, Space> : any_threads {
    /// The type of exchanged values.
    template <class Value>
    using exchanged = detail::matmul_accumulator<Value>;
    /// @return one slot per thread; none if lanes exchange values in registers
    template <class Value>
    [[nodiscard]] static constexpr std::size_t slots(unsigned threads) {
        return Space == memory_space::shared ? threads : 0;
    }

    /// @return blocks for C
    template <class Value>
    [[nodiscard]] static constexpr std::size_t blocks(std::size_t m, std::size_t n,
                                                      unsigned threads) {
        return pieces(m * n, pieces(threads, N));
    }

    /// The tiles of a block compute consecutive elements of C, row by row.
    template <class Context, class Value, class Result, class Op>
    GPUALGO_DEVICE static void run(Context const& context, matmul_problem<Value, Result> problem,
                                   Op op) {
        auto const tile = context.template tile<N>();
        unsigned const threads = context.block().num_threads();
        unsigned const num_valid =
            num_valid_lanes(tile, threads); // the last tile of a block may be partial
        std::size_t const element =
            context.block_rank() * pieces(threads, N) + tile.meta_group_rank();
        if (element >= problem.m * problem.n) return;

        std::size_t const row = element / problem.n;
        std::size_t const column = element % problem.n;
        auto sum = dot_product(context, problem, row, column, tile.thread_rank(), num_valid);
        if constexpr (Space == memory_space::shared) {
            auto const exchange =
                context.template shared<exchanged<Value>>().from(tile.meta_group_rank() * N);
            sum = fold_halves(tile, exchange, sum, num_valid, op);
        } else {
            sum = fold_shuffled(tile, sum, num_valid, op);
        }
        if (tile.thread_rank() == 0)
            write_element(context.global(problem.c.data), problem, row, column, sum);
    }
};

} // namespace gpu::inline v0::kernel
