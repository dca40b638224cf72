// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kernel of swap_ranges and reverse: exchanges the elements of two arrays.
///
/// A block owns a part of one array and the elements of the other one that take its place. It loads
/// both parts, waits for all its threads, and stores both. So vectors that are stored need not lie
/// as those that are loaded do.
#pragma once

#include <gpualgo/kernel/elementwise/vectors.hpp>
#include <gpualgo/kernel/function.hpp>

#include <cstddef>
#include <utility>

namespace gpu::inline v0::kernel {

/// Two arrays that do not overlap.
template <class T>
struct exchanged_ranges {
    T* first;      ///< one array
    T* second;     ///< the other one
    std::size_t n; ///< elements of each
};

/// Exchanges first[i] and second[i], or second[n - 1 - i].
/// @tparam Mirrored whether the order is reversed
template <bool Mirrored>
struct exchange {
    static constexpr bool lets_next_start = true; ///< calls the context's function of that name

    /// Runs the thread's part.
    template <class Context, class T, class Nothing>
    GPUALGO_DEVICE static void run(Context const& context, exchanged_ranges<T> const& arguments,
                                   Nothing) {
        auto const first = context.global(arguments.first);
        auto const second = context.global(arguments.second);
        std::size_t const n = arguments.n;
        std::size_t const begin = context.block_rank() * elements_per_block<T>;
        std::size_t const count =
            n - begin < elements_per_block<T> ? n - begin : elements_per_block<T>;
        std::size_t const other = Mirrored ? n - begin - count : begin;
        unsigned const rank = context.block().thread_rank();
        part<T, decltype(first)> to_first(first, begin, count, rank);
        part<T, decltype(second)> to_second(second, other, count, rank);
        to_first.load(second, n);
        to_second.load(first, n);
        context.let_next_start();
        context.block().sync(); // all loads of the block before its stores
        to_first.store();
        to_second.store();
    }

private:
    /// A thread's share of the elements that its block stores in an array.
    template <class T, class Array>
    class part {
        static constexpr unsigned V = vector_size<T>;
        static_assert(elementwise_block >= 2 * V);

    public:
        GPUALGO_DEVICE part(Array array, std::size_t begin, std::size_t count, unsigned rank)
            : array_(array), begin_(begin),
              division_(vector_division::of<T>(array.from(begin), count)), rank_(rank) {}

        /// Loads the elements that take the place of the thread's.
        /// @param from the array with n elements that they are loaded from
        GPUALGO_DEVICE void load(Array from, std::size_t n) {
            if (has_vector())
                loaded_ =
                    load_anywhere<T>(from, n, Mirrored ? n - V - (begin_ + at()) : begin_ + at());
            if (has_single())
                single_ = from.get(Mirrored ? n - 1 - (begin_ + single()) : begin_ + single());
        }

        /// Stores them.
        GPUALGO_DEVICE void store() const {
            if (has_vector()) {
                T values[V];
                for (unsigned v = 0; v < V; ++v) values[v] = loaded_[Mirrored ? V - 1 - v : v];
                array_.template put_vector<V>(begin_ + at(), values);
            }
            if (has_single()) array_.put(begin_ + single(), single_);
        }

    private:
        using vector = decltype(load_anywhere<T>(std::declval<Array>(), 0, 0));

        [[nodiscard]] GPUALGO_DEVICE bool has_vector() const { return rank_ < division_.vectors; }
        /// The index of the vector in the part.
        [[nodiscard]] GPUALGO_DEVICE std::size_t at() const {
            return division_.head + std::size_t{rank_} * V;
        }
        // The first threads have an element before the vectors, the next ones one after them.
        [[nodiscard]] GPUALGO_DEVICE bool has_single() const {
            return rank_ < division_.head + division_.template tail<T>();
        }
        [[nodiscard]] GPUALGO_DEVICE std::size_t single() const {
            return rank_ < division_.head ? rank_ : division_.vectors * V + rank_;
        }

        Array array_;
        std::size_t begin_; ///< of the block's part
        vector_division division_;
        unsigned rank_; ///< of the thread
        vector loaded_;
        T single_;
    };
};

} // namespace gpu::inline v0::kernel
