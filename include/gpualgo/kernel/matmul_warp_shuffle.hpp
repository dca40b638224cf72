// SPDX-License-Identifier: Apache-2.0
/// @file
/// warp_shuffle: a warp computes 8 rows (of double, 4) by 32 columns of C without shared memory.
/// Its lanes hold a fragment of A of as many rows, a column each; shuffles broadcast it, element by
/// element, to all lanes, each of which has a column of B.
///
/// An element of B, once loaded, is used for all rows, and the loads of both matrices coalesce
/// where they are row-major.
#pragma once

#include <gpualgo/kernel/matmul.hpp>

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
    GPUALGO_DEVICE static void run(Context const& context,
                                   matmul_arguments<Value, Result> arguments, Op) {
        using accumulator = detail::matmul_accumulator<Value>;
        constexpr unsigned height = rows<Value>;
        auto const warp = context.template tile<32>();
        std::size_t const across = pieces(arguments.n, columns);
        std::size_t const piece =
            context.block_rank() * (context.block().num_threads() / 32) + warp.meta_group_rank();
        std::size_t const top = piece / across * height;
        std::size_t const column = piece % across * columns + warp.thread_rank();
        if (top >= arguments.m) return; // the whole warp

        auto const b = context.global(arguments.b.data);
        accumulator sum[height]{};
        for (std::size_t k = 0; k < arguments.k; k += 32) {
            accumulator fragment[height];
            load_fragment(context.global(arguments.a.data), arguments, top, k + warp.thread_rank(),
                          fragment);
            unsigned const depth =
                arguments.k - k < 32 ? static_cast<unsigned>(arguments.k - k) : 32;
            for (unsigned i = 0; i < depth; ++i) {
                accumulator const right =
                    column < arguments.n
                        ? static_cast<accumulator>(b.get(arguments.b.at(k + i, column)))
                        : accumulator{};
                for (unsigned r = 0; r < height; ++r)
                    sum[r] = multiply_add(sum[r], warp.shfl(fragment[r], i), right);
            }
        }
        for (unsigned r = 0; r < height; ++r)
            if (top + r < arguments.m && column < arguments.n)
                write_element(context.global(arguments.c.data), arguments, top + r, column, sum[r]);
    }

private:
    /// A lane's column of the fragment; beyond A there are zeros.
    template <class Source, class Value, class Result>
    GPUALGO_DEVICE static void
    load_fragment(Source a, matmul_arguments<Value, Result> const& arguments, std::size_t top,
                  std::size_t k, detail::matmul_accumulator<Value> (&fragment)[rows<Value>]) {
        using accumulator = detail::matmul_accumulator<Value>;
        for (unsigned r = 0; r < rows<Value>; ++r) {
            bool const inside = top + r < arguments.m && k < arguments.k;
            fragment[r] = inside ? static_cast<accumulator>(a.get(arguments.a.at(top + r, k)))
                                 : accumulator{};
        }
    }
};

} // namespace gpu::inline v0::kernel
