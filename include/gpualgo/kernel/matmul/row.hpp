// SPDX-License-Identifier: Apache-2.0
/// @file
/// row_on_x and row_on_y: a thread an element of C, in blocks 32 threads wide. They differ in
/// whether the lanes of a warp are in 32 rows of C or in 32 columns.
///
/// Matrices being row-major, 4 bytes an element, a warp reads A in 32 sectors a request or in 1, B
/// in 1 or in 4, and writes C in 32 or in 4. Reading a whole sector for each lane uses an eighth of
/// what is transferred.
#pragma once

#include <gpualgo/kernel/matmul/matmul.hpp>

namespace gpu::inline v0::kernel {

/// A thread an element of C.
/// @tparam RowsOnX whether x counts rows of C; if not, columns
template <bool RowsOnX>
struct matmul_by_element : whole_warps, nothing_exchanged {
    /// @return blocks for C
    template <class Value>
    [[nodiscard]] static constexpr std::size_t blocks(std::size_t m, std::size_t n,
                                                      unsigned threads) {
        return pieces(RowsOnX ? m : n, 32) * pieces(RowsOnX ? n : m, threads / 32);
    }

    /// One block: 32 elements along x, as many along y as it has warps.
    template <class Context, class Value, class Result, class Op>
    GPUALGO_DEVICE static void run(Context const& context, matmul_problem<Value, Result> problem,
                                   Op) {
        unsigned const rank = context.block().thread_rank();
        std::size_t const across = pieces(RowsOnX ? problem.m : problem.n, 32);
        std::size_t const x = context.block_rank() % across * 32 + rank % 32;
        std::size_t const y =
            context.block_rank() / across * (context.block().num_threads() / 32) + rank / 32;
        std::size_t const row = RowsOnX ? x : y;
        std::size_t const column = RowsOnX ? y : x;
        if (row >= problem.m || column >= problem.n) return;
        auto const sum = dot_product(context, problem, row, column, 0, 1);
        write_element(context.global(problem.c.data), problem, row, column, sum);
    }
};

/// See policy::row_on_x.
template <memory_space Space>
struct matmul<policy::row_on_x, Space> : matmul_by_element<true> {};

/// See policy::row_on_y.
template <memory_space Space>
struct matmul<policy::row_on_y, Space> : matmul_by_element<false> {};

} // namespace gpu::inline v0::kernel
