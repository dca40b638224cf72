// SPDX-License-Identifier: Apache-2.0
/// @file
/// Finds the first element of an array that passes a test, in one launch that stops early. An
/// element may also be a pair of elements of two arrays.
///
/// 1. Each warp takes tiles in a grid-stride loop: four vectors of 16 bytes per lane. So all warps
///    together go through the array from its beginning.
/// 2. A warp that finds a match publishes its index, if no smaller one is known, and stops.
/// 3. A warp reads that index with every tile. It stops before a tile that begins after the match.
///
/// Every tile before the first match is tested. Thus the result does not depend on the grid.
#pragma once

#include <gpualgo/kernel/elements.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/select/arguments.hpp>
#include <gpualgo/kernel/select/warp_selection.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// The arguments of `find_first`.
/// @tparam Input a pointer to elements, or `pairs` of them
template <class Input>
struct find_arguments {
    Input in;           ///< the input
    std::size_t n;      ///< its elements, at least one
    shared_word* words; ///< one word: zero, unless there is only one block
    shared_word* found; ///< the result: the index of the first match, or all bits set
};

/// The kernel body. Blocks consist of whole warps.
struct find_first {
    static constexpr bool finishes = true;         ///< calls the context's `finish`
    static constexpr bool may_start_early = true;  ///< waits for the launch that clears its word
    static constexpr unsigned vectors_at_once = 4; ///< loads in flight per thread and array

    /// Vectors of a warp's tile.
    static constexpr unsigned tile_vectors = 32 * vectors_at_once;

    /// Elements of a vector.
    template <class T>
    static constexpr unsigned width = warp_shape<T>::width;

    /// Runs the thread's part.
    template <class Context, class Input, class Test>
    GPUALGO_DEVICE static void run(Context const& context, find_arguments<Input> const& arguments,
                                   Test test) {
        constexpr unsigned V = width<element_of<Input>>;
        auto const in = array_of(context, arguments.in);
        auto const word = context.global(arguments.words);
        bool const is_first = context.block().thread_rank() == 0;
        if (context.num_blocks() == 1) { // then no other launch has cleared the word
            if (is_first) word.put(0, 0);
            context.block().sync();
        }
        if (in.template is_aligned<V>()) search<true>(context, in, arguments.n, word, test);
        else search<false>(context, in, arguments.n, word, test);
        if (!context.is_last_block() || !is_first) return;
        context.global(arguments.found).put(0, ~word.get(0));
        context.finish();
    }

private:
    static constexpr shared_word none = static_cast<shared_word>(-1);

    template <bool Aligned, unsigned V, class Array>
    GPUALGO_DEVICE static auto load(Array const& in, std::size_t i) {
        if constexpr (Aligned) return in.template aligned_vector<V>(i);
        else return in.template shifted_vector<V>(i);
    }
    template <bool Aligned, unsigned V, class Array>
    GPUALGO_DEVICE static auto load(array_of_pairs<Array> const& in, std::size_t i) {
        auto const first = load<Aligned, V>(in.first, i);
        return vector_pair<typename Array::value_type, decltype(load<Aligned, V>(in.first, i))>{
            first, load<Aligned, V>(in.second, i)};
    }

    /// @return the smallest index of a match so far, or `none`. The word has its complement, so
    /// that zero stands for `none`
    template <class Word>
    GPUALGO_DEVICE static shared_word known(Word const& word) {
        return ~word.await(0, [](shared_word) { return true; });
    }

    /// @return the smallest index of the lanes, on lane 0
    template <class Warp>
    GPUALGO_DEVICE static shared_word smallest(Warp const& warp, shared_word index) {
        for (unsigned distance = 16; distance > 0; distance /= 2) {
            shared_word const other = warp.shfl_down(index, distance);
            index = other < index ? other : index;
        }
        return index;
    }

    /// Publishes the index of a match. Reads first: if all elements match, most warps find a
    /// smaller index, and atomics on one word would queue.
    template <class Word>
    GPUALGO_DEVICE static void publish(Word const& word, shared_word index) {
        if (index < known(word)) (void)word.fetch_max(0, ~index);
    }

    /// Tests the warp's tiles, and then up to 31 elements after the last vector.
    template <bool Aligned, class Context, class Array, class Word, class Test>
    GPUALGO_DEVICE static void search(Context const& context, Array const& in, std::size_t n,
                                      Word const& word, Test& test) {
        constexpr unsigned V = width<typename Array::value_type>;
        auto const warp = context.template tile<32>();
        unsigned const lane = warp.thread_rank();
        std::size_t const warps = context.num_blocks() * warp.meta_group_size();
        std::size_t const rank =
            context.block_rank() * warp.meta_group_size() + warp.meta_group_rank();
        // unaligned loads may read V elements after the vector
        std::size_t const vectors = Aligned ? n / V : n < V ? 0 : (n - V) / V;
        shared_word before = none; // index of a known match
        for (std::size_t begin = rank * tile_vectors; begin < vectors;
             begin += warps * tile_vectors) {
            if (before < begin * V) return;
            decltype(load<Aligned, V>(in, 0)) loaded[vectors_at_once];
            // Unconditional loads, so that they overlap. The last vector may be loaded again.
            for (unsigned b = 0; b < vectors_at_once; ++b)
                loaded[b] = load<Aligned, V>(in, place(begin, b, lane, vectors) * V);
            if (lane == 0) before = known(word);
            bool is_match = false;
            for (unsigned b = 0; b < vectors_at_once; ++b)
                for (unsigned v = 0; v < V; ++v) is_match |= test(loaded[b][v]);
            if (warp.ballot(is_match) != 0) {
                shared_word index = none;
                if (is_match) index = first_in_tile<V>(in, begin, lane, vectors, test);
                index = smallest(warp, index);
                if (lane == 0) publish(word, index);
                return;
            }
            before = warp.shfl(before, 0);
        }
        if (rank != 0) return;
        std::size_t const i = vectors * V + lane;
        shared_word const index = smallest(warp, i < n && test(in.get(i)) ? i : none);
        if (lane == 0 && index != none) publish(word, index);
    }

    /// @return the vector that a lane loads; the last one instead of those that do not exist
    GPUALGO_DEVICE static std::size_t place(std::size_t begin, unsigned b, unsigned lane,
                                            std::size_t vectors) {
        std::size_t const vector = begin + b * 32 + lane;
        return vector < vectors ? vector : vectors - 1;
    }

    /// @return the index of the lane's first match, which exists. Elements are read again, from a
    /// cache: that keeps the loop over tiles short
    template <unsigned V, class Array, class Test>
    GPUALGO_DEVICE static shared_word first_in_tile(Array const& in, std::size_t begin,
                                                    unsigned lane, std::size_t vectors,
                                                    Test& test) {
        for (unsigned b = 0; b < vectors_at_once; ++b)
            for (unsigned v = 0; v < V; ++v) {
                std::size_t const i = place(begin, b, lane, vectors) * V + v;
                if (test(in.get(i))) return i;
            }
        return none;
    }
};

} // namespace gpu::inline v0::kernel
