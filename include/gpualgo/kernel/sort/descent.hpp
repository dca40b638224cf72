// SPDX-License-Identifier: Apache-2.0
/// @file
/// Finds the first element that comes before the one ahead of it: the range is sorted up to there.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/select/arguments.hpp>
#include <gpualgo/kernel/sort/sort_order.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// The arguments of `find_descent`.
template <class Bits>
struct descent_arguments {
    Bits const* in;    ///< the numbers
    std::size_t n;     ///< at least one
    shared_word* word; ///< zero
    shared_word* out;  ///< receives the index of the element, or n if there is none
};

/// Each thread compares vectors of 16 bytes in a grid-stride loop, up to its first descent. The
/// word is the maximum of n - index, so that it can begin as zero.
struct find_descent {
    static constexpr bool finishes = true;        ///< calls the context's `finish`
    static constexpr bool may_start_early = true; ///< waits for the launch that clears the word

    /// Runs the thread's part.
    template <class Context, class Bits>
    GPUALGO_DEVICE static void run(Context const& context, descent_arguments<Bits> arguments,
                                   sort_order<Bits> order) {
        constexpr std::size_t V = 16 / sizeof(Bits);
        auto const in = context.global(arguments.in);
        auto const word = context.global(arguments.word);
        std::size_t const n = arguments.n;
        std::size_t const threads = context.num_blocks() * context.block().num_threads();
        std::size_t const rank =
            context.block_rank() * context.block().num_threads() + context.block().thread_rank();
        std::size_t found = n;
        for (std::size_t begin = rank * V; begin < n && found == n; begin += threads * V) {
            Bits const first = in.get(begin == 0 ? 0 : begin - 1);
            if (begin + V <= n) {
                auto const loaded = in.template vector<V>(begin);
                for (std::size_t v = V; v > 0; --v)
                    if (order(loaded[v - 1], v == 1 ? first : loaded[v - 2])) found = begin + v - 1;
            } else {
                for (std::size_t i = n - 1; i + 1 > begin; --i)
                    if (order(in.get(i), i == begin ? first : in.get(i - 1))) found = i;
            }
        }
        if (found < n) (void)word.fetch_max(0, n - found);
        if (!context.is_last_block() || context.block().thread_rank() != 0) return;
        context.global(arguments.out).put(0, n - word.get(0));
        context.finish();
    }
};

} // namespace gpu::inline v0::kernel
