// SPDX-License-Identifier: Apache-2.0
/// @file
/// row_on_x and row_on_y: one thread per element of C. The thread reads a row of A and a column of
/// B and sums all k products alone. The lanes of a warp compute 32 rows of one column of C in
/// row_on_x, and 32 columns of one row in row_on_y.
///
/// Let the matrices be row-major with elements of 4 bytes. For one request of a warp, row_on_x then
/// transfers 32 sectors of 32 bytes for A, 1 for B and 32 for C. With 32 sectors, only an eighth of
/// the transferred bytes is used. row_on_y transfers 1 sector for A, 4 for B and 4 for C.
#pragma once

#include <gpualgo/kernel/matmul/matmul.hpp>

namespace gpu::inline v0::kernel {

/// One thread per element of C.
/// @tparam RowsOnX whether x is the row in C; otherwise it is the column
template <bool RowsOnX>
struct matmul_by_element : whole_warps, nothing_exchanged {
    /// @return blocks for C
    template <class Value>
    [[nodiscard]] static constexpr std::size_t blocks(std::size_t m, std::size_t n,
                                                      unsigned threads) {
        return pieces(RowsOnX ? m : n, 32) * pieces(RowsOnX ? n : m, threads / 32);
    }

    /// Each block computes 32 elements along x and one per warp along y.
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
