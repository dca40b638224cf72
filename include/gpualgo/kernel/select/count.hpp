// SPDX-License-Identifier: Apache-2.0
/// @file
/// Counts the selected elements of an array, in one launch.
///
/// Each thread counts in a grid-stride loop of vectors of 16 bytes, and each warp adds the numbers
/// of its lanes by shuffles. Then one thread per block, or one lane per warp, adds the number to a
/// word. The word also counts these additions, in its upper bits. So one atomic tells which of
/// them is the last, and no memory has to be ordered between blocks.
#pragma once

#include <gpualgo/kernel/elementwise/vectors.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/select/arguments.hpp>
#include <gpualgo/kernel/select/interval_test.hpp>
#include <gpualgo/kernel/select/warp_selection.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// The kernel body. Blocks consist of whole warps. `words` is one word, which is zero before and
/// after the launch.
/// @tparam ByWarps whether there is one atomic per warp, and not one per block
template <bool ByWarps>
struct count_selected {
    static constexpr bool finishes = true;         ///< calls the context's `finish`
    static constexpr unsigned vectors_at_once = 4; ///< loads in flight per thread

    /// Elements of a vector.
    template <class T>
    static constexpr unsigned width = warp_shape<T>::width;

    /// Runs the thread's part.
    template <class Context, class T, class Test>
    GPUALGO_DEVICE static void run(Context const& context, select_arguments<T> const& arguments,
                                   Test test) {
        auto const in = context.global(arguments.in);
        shared_word const of_warp =
            in.template is_aligned<width<T>>()
                ? by_warp(context, by_thread<true>(context, in, arguments.n, test))
                : by_warp(context, by_thread<false>(context, in, arguments.n, test));
        auto const warp = context.template tile<32>();
        if constexpr (ByWarps) {
            if (warp.thread_rank() == 0)
                add(context, arguments, of_warp, context.num_blocks() * warp.meta_group_size());
        } else {
            shared_word const of_block = by_block(context, of_warp);
            if (context.block().thread_rank() == 0)
                add(context, arguments, of_block, context.num_blocks());
        }
    }

private:
    /// Counts an addition in the word. No array has as many elements, and no grid 2^20 warps.
    static constexpr shared_word addition = shared_word{1} << 44;

    /// Adds to the total. The last addition writes the result.
    /// @param additions of the launch
    template <class Context, class T>
    GPUALGO_DEVICE static void add(Context const& context, select_arguments<T> const& arguments,
                                   shared_word number, std::size_t additions) {
        if (additions > 1) {
            auto const word = context.global(arguments.words);
            shared_word const before = word.fetch_add(0, addition + number);
            if (before / addition != additions - 1) return;
            number += before % addition;
            (void)word.fetch_add(0, 0 - (additions * addition + number)); // zero again
        }
        context.global(arguments.out).put(0, {number, arguments.n - number});
        context.finish();
    }

    /// @return the number of a vector's elements that are selected
    template <class T, class Vector, class Test>
    GPUALGO_DEVICE static unsigned count_in_vector(Vector const& vector, Test& test) {
        if constexpr (word_test<Test, T>) {
            return count_in_words(test, vector_words::of(vector).word);
        } else {
            unsigned count = 0;
            for (unsigned v = 0; v < width<T>; ++v) count += test(vector[v]) ? 1u : 0u;
            return count;
        }
    }

    /// @return the number of the calling thread's elements that are selected
    template <bool Aligned, class Context, class Input, class Test>
    GPUALGO_DEVICE static shared_word by_thread(Context const& context, Input in, std::size_t n,
                                                Test& test) {
        constexpr std::size_t V = width<typename Input::value_type>;
        std::size_t const threads = context.num_blocks() * context.block().num_threads();
        std::size_t const rank =
            context.block_rank() * context.block().num_threads() + context.block().thread_rank();
        // unaligned loads may read V elements after the vector
        std::size_t const vectors = Aligned ? n / V : n < V ? 0 : (n - V) / V;
        auto const load = [&](std::size_t vector) {
            if constexpr (Aligned) return in.template aligned_vector<V>(vector * V);
            else return in.template shifted_vector<V>(vector * V);
        };
        auto const count_in = [&](auto const& vector) {
            return count_in_vector<typename Input::value_type>(vector, test);
        };

        shared_word count = 0;
        std::size_t i = rank;
        for (; i + (vectors_at_once - 1) * threads < vectors; i += vectors_at_once * threads) {
            decltype(load(0)) loaded[vectors_at_once];
            for (unsigned b = 0; b < vectors_at_once; ++b) loaded[b] = load(i + b * threads);
            for (unsigned b = 0; b < vectors_at_once; ++b) count += count_in(loaded[b]);
        }
        for (; i < vectors; i += threads) count += count_in(load(i));
        for (i = vectors * V + rank; i < n; i += threads) count += test(in.get(i)) ? 1u : 0u;
        return count;
    }

    /// @return the sum over the lanes of the warp, on lane 0
    template <class Context>
    GPUALGO_DEVICE static shared_word by_warp(Context const& context, shared_word count) {
        auto const warp = context.template tile<32>();
        for (unsigned distance = 16; distance > 0; distance /= 2) {
            shared_word const other = warp.shfl_down(count, distance);
            count += other;
        }
        return count;
    }

    /// @param count of the warp, on lane 0
    /// @return the sum over the warps of the block, on thread 0
    template <class Context>
    GPUALGO_DEVICE static shared_word by_block(Context const& context, shared_word count) {
        auto const warp = context.template tile<32>();
        auto const by_warps = context.template shared<shared_word>();
        if (warp.meta_group_size() == 1) return count;
        if (warp.thread_rank() == 0) by_warps.put(warp.meta_group_rank(), count);
        context.block().sync();
        if (warp.meta_group_rank() != 0) return 0;
        return by_warp(context, warp.thread_rank() < warp.meta_group_size()
                                    ? by_warps.get(warp.thread_rank())
                                    : shared_word{});
    }
};

/// Sets words to zero, for the next launch.
struct clear_words {
    /// Runs the thread's part.
    template <class Context, class Nothing>
    GPUALGO_DEVICE static void run(Context const& context, clear_arguments arguments, Nothing) {
        context.let_next_start();
        auto const words = context.global(arguments.words);
        std::size_t const threads = context.num_blocks() * context.block().num_threads();
        for (std::size_t i = context.block_rank() * context.block().num_threads() +
                             context.block().thread_rank();
             i < arguments.n; i += threads)
            words.put(i, 0);
    }
};

} // namespace gpu::inline v0::kernel
