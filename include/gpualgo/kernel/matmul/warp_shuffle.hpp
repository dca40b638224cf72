// SPDX-License-Identifier: Apache-2.0
/// @file
/// warp_shuffle: a warp computes 8 rows (of double, 4) by 32 columns of C without shared memory.
/// Its lanes hold a fragment of A of as many rows, a column each; shuffles broadcast it, element by
/// element, to all lanes, each of which has a column of B.
///
/// An element of B, once loaded, is used for all rows, and the loads of both matrices coalesce
/// where they are row-major.
#pragma once

#include <gpualgo/kernel/matmul/matmul.hpp>

namespace gpu::inline v0::kernel {

/// See policy::warp_shuffle.
template <memory_space Space>
struct matmul<policy::warp_shuffle, Space> : whole_warps, nothing_exchanged {
    /// Rows of C in the registers of each lane: of the 64 that a thread can have in the largest
    /// blocks, few enough.
    template <class Value>
    static constexpr unsigned rows = 32 / sizeof(detail::matmul_accumulator<Value>);
    static constexpr unsigned columns = 32; ///< of C, one a lane

    /// @return blocks for C
    template <class Value>
    [[nodiscard]] static constexpr std::size_t blocks(std::size_t m, std::size_t n,
                                                      unsigned threads) {
        return pieces(pieces(m, rows<Value>) * pieces(n, columns), threads / 32);
    }

    /// One block: a piece of C a warp.
    template <class Context, class Value, class Result, class Op>
    GPUALGO_DEVICE static void run(Context const& context, matmul_problem<Value, Result> problem,
                                   Op) {
        using accumulator = detail::matmul_accumulator<Value>;
        constexpr unsigned height = rows<Value>;
        auto const warp = context.template tile<32>();
        std::size_t const across = pieces(problem.n, columns);
        std::size_t const piece =
            context.block_rank() * (context.block().num_threads() / 32) + warp.meta_group_rank();
        std::size_t const top = piece / across * height;
        std::size_t const column = piece % across * columns + warp.thread_rank();
        if (top >= problem.m) return; // the whole warp

        auto const b = context.global(problem.b.data);
        accumulator sum[height]{};
        for (std::size_t k = 0; k < problem.k; k += 32) {
            accumulator fragment[height];
            load_fragment(context.global(problem.a.data), problem, top, k + warp.thread_rank(),
                          fragment);
            unsigned const depth = problem.k - k < 32 ? static_cast<unsigned>(problem.k - k) : 32;
            for (unsigned i = 0; i < depth; ++i) {
                accumulator const right =
                    column < problem.n
                        ? static_cast<accumulator>(b.get(problem.b.at(k + i, column)))
                        : accumulator{};
                for (unsigned r = 0; r < height; ++r)
                    sum[r] = multiply_add(sum[r], warp.shfl(fragment[r], i), right);
            }
        }
        for (unsigned r = 0; r < height; ++r)
            if (top + r < problem.m && column < problem.n)
                write_element(context.global(problem.c.data), problem, top + r, column, sum[r]);
    }

private:
    /// A lane's column of the fragment; beyond A there are zeros.
    template <class Source, class Value, class Result>
    GPUALGO_DEVICE static void
    load_fragment(Source a, matmul_problem<Value, Result> const& problem, std::size_t top,
                  std::size_t k, detail::matmul_accumulator<Value> (&fragment)[rows<Value>]) {
        using accumulator = detail::matmul_accumulator<Value>;
        for (unsigned r = 0; r < rows<Value>; ++r) {
            bool const inside = top + r < problem.m && k < problem.k;
            fragment[r] =
                inside ? static_cast<accumulator>(a.get(problem.a.at(top + r, k))) : accumulator{};
        }
    }
};

} // namespace gpu::inline v0::kernel
