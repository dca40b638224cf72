// SPDX-License-Identifier: Apache-2.0
/// @file
/// cg_tile<N>: a tile of N threads an element of C. Its lanes sum shares of the element's k
/// products, and fold the sums by collectives. With tiles of one thread this is row_on_y for narrow
/// blocks; with tiles of a warp, lanes read along k.
#pragma once

#include <gpualgo/kernel/matmul/matmul.hpp>
#include <gpualgo/kernel/reduce/cg_tile.hpp>

namespace gpu::inline v0::kernel {

/// See policy::cg_tile. Nothing is waited for beyond the tile: tiles without an element leave.
template <unsigned N, memory_space Space>
struct matmul<policy::cg_tile<N>, Space> : any_threads {
    /// The type of what is exchanged.
    template <class Value>
    using exchanged = detail::matmul_accumulator<Value>;
    /// @return one slot a thread; none where lanes exchange values in registers
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

    /// One block: neighbouring elements of a row of C, one a tile.
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
