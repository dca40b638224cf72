// SPDX-License-Identifier: Apache-2.0
/// @file
/// warp_shuffle: each warp computes 8 rows (4 of double) by 32 columns of C, without shared memory.
/// Lane l holds the sums of column l in registers. The warp repeats two steps along k:
///
/// 1. It loads a fragment of A of these rows by 32 columns: lane l loads column l into registers.
/// 2. For each column i of the fragment, each lane loads the element of its column in row i of B.
///    Shuffles broadcast column i from lane i to all lanes, which multiply and add.
///
/// Each element of B is loaded once and used for all rows. If both matrices are row-major, all
/// loads coalesce: the 32 lanes read 32 neighbours in a row of A or B.
#pragma once

#include <gpualgo/kernel/matmul/matmul.hpp>

namespace gpu::inline v0::kernel {

/// See policy::warp_shuffle.
template <memory_space Space>
struct matmul<policy::warp_shuffle, Space> : whole_warps, nothing_exchanged {
    /// Rows of C per warp: sums and fragment fit in the 64 registers per thread of the largest
    /// blocks.
    template <class Value>
    static constexpr unsigned rows = 32 / sizeof(detail::matmul_accumulator<Value>);
    static constexpr unsigned columns = 32; ///< columns of C per warp, one per lane

    /// @return blocks for C
    template <class Value>
    [[nodiscard]] static constexpr std::size_t blocks(std::size_t m, std::size_t n,
                                                      unsigned threads) {
        return pieces(pieces(m, rows<Value>) * pieces(n, columns), threads / 32);
    }

    /// Each warp computes one piece of C.
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
        if (top >= problem.m) return; // all lanes of the warp return together

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
    /// Loads the calling lane's column of the fragment, with zeros outside A.
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
