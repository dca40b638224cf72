// SPDX-License-Identifier: Apache-2.0
/// @file
/// Where the smallest element of an array is, and where the largest, in one launch: threads walk
/// over vectors of elements, and note the one with the best key; warps, blocks, and the block that
/// finishes last fold what they have found.
///
/// The first of equal elements is found first in the order, and the last of them last, by whatever
/// threads.
#pragma once

#include <gpualgo/kernel/extrema/key_order.hpp>
#include <gpualgo/kernel/function.hpp>

#include <cstddef>
#include <limits>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// An element, by its key.
template <class Key>
struct located {
    std::size_t index; ///< in the array
    Key key;           ///< in the order, or its reverse
};

/// What has been found: the first of the elements that are first in an order.
/// @tparam Both whether also the last of those that are last in it
template <class Key, bool Both>
struct extrema_found {
    static constexpr Key worst = std::numeric_limits<Key>::max(); ///< no key is larger

    /// behind every element, until there is one
    located<Key> first{static_cast<std::size_t>(-1), worst};

    /// Takes what has been found elsewhere.
    GPUALGO_FUNCTION constexpr void take(extrema_found const& other) { take_first(other.first); }
    /// Takes an element.
    GPUALGO_FUNCTION constexpr void take_first(located<Key> const& other) {
        if (other.key < first.key || (other.key == first.key && other.index < first.index))
            first = other;
    }
};

/// Both ends.
template <class Key>
struct extrema_found<Key, true> : extrema_found<Key, false> {
    /// by the key of the reversed order; before every element, until there is one
    located<Key> last{0, extrema_found<Key, false>::worst};

    /// Takes what has been found elsewhere.
    GPUALGO_FUNCTION constexpr void take(extrema_found const& other) {
        this->take_first(other.first);
        take_last(other.last);
    }
    /// Takes an element, by its key in the reversed order.
    GPUALGO_FUNCTION constexpr void take_last(located<Key> const& other) {
        if (other.key < last.key || (other.key == last.key && other.index > last.index))
            last = other;
    }
};

/// What a launch of `extrema` works on.
template <class Bits, bool Both>
struct extrema_arguments {
    Bits const* in;                                           ///< the input
    std::size_t n;                                            ///< its elements, at least one
    extrema_found<std::make_signed_t<Bits>, Both>* by_blocks; ///< one for every block
    extrema_found<std::make_signed_t<Bits>, Both>* out;       ///< the result
};

/// The search. Blocks are of whole warps; shared memory for what each of them finds.
/// @tparam Both whether both ends of the order are looked for
template <bool Both>
struct extrema {
    static constexpr bool finishes = true;         ///< calls the context's `finish`
    static constexpr unsigned vectors_at_once = 4; ///< in flight, a thread

    /// One block: its threads' share of all vectors; the last block folds what all have found.
    template <class Context, class Bits, class Order>
    GPUALGO_DEVICE static void run(Context const& context, extrema_arguments<Bits, Both> arguments,
                                   Order order) {
        using found = extrema_found<typename Order::key_type, Both>;
        auto const in = context.global(arguments.in);
        unsigned const rank = context.block().thread_rank();
        bool const is_aligned = in.template is_aligned<16 / sizeof(Bits)>();
        found best =
            fold_block(context, is_aligned ? by_thread<true>(context, in, arguments.n, order)
                                           : by_thread<false>(context, in, arguments.n, order));
        if (context.num_blocks() > 1) {
            auto const by_blocks = context.global(arguments.by_blocks);
            if (rank == 0) by_blocks.put(context.block_rank(), best);
            if (!context.is_last_block()) return;
            best = found();
            for (std::size_t i = rank; i < context.num_blocks(); i += context.block().num_threads())
                best.take(by_blocks.get(i));
            best = fold_block(context, best);
        }
        if (rank == 0) {
            context.global(arguments.out).put(0, best);
            context.finish();
        }
    }

private:
    template <class Key>
    static constexpr std::size_t items = 16 / sizeof(Key); ///< elements of a vector

    /// The vector that has the best key so far.
    /// @tparam Last whether of several it is the last one
    template <class Key, bool Last>
    struct leader {
        Key key;
        std::size_t vector;

        GPUALGO_DEVICE void take(Key other, std::size_t at) {
            bool const is_better = Last ? other <= key : other < key;
            key = is_better ? other : key;
            vector = is_better ? at : vector;
        }
    };

    /// @return the best key of a vector
    template <class Vector, class Order>
    GPUALGO_DEVICE static auto best_key(Vector const& vector, Order order) {
        auto best = order.key(vector[0]);
        for (std::size_t v = 1; v < items<decltype(best)>; ++v) {
            auto const key = order.key(vector[v]);
            best = key < best ? key : best;
        }
        return best;
    }

    /// @return where a vector has a key that it has: the first place, or the last one
    template <bool Last, class Key, class Vector, class Order>
    GPUALGO_DEVICE static std::size_t index_of(Key key, Vector const& vector, Order order) {
        std::size_t place = 0;
        for (std::size_t k = 0; k < items<Key>; ++k) {
            std::size_t const v = Last ? k : items<Key> - 1 - k;
            if (order.key(vector[v]) == key) place = v;
        }
        return place;
    }

    /// @return what a thread finds in its share of the elements
    template <bool Aligned, class Context, class Input, class Order>
    GPUALGO_DEVICE static auto by_thread(Context const& context, Input in, std::size_t n,
                                         Order order) {
        using key = typename Order::key_type;
        constexpr std::size_t V = items<key>;
        std::size_t const threads = context.num_blocks() * context.block().num_threads();
        std::size_t const rank =
            context.block_rank() * context.block().num_threads() + context.block().thread_rank();
        // those at any address need elements behind them
        std::size_t const vectors = Aligned ? n / V : n < V ? 0 : (n - V) / V;
        auto const load = [&](std::size_t vector) {
            if constexpr (Aligned) return in.template aligned_vector<V>(vector * V);
            else return in.template shifted_vector<V>(vector * V);
        };

        extrema_found<key, Both> best;
        if (rank < vectors) {
            leader<key, false> first{Order::worst, rank};
            leader<key, true> last{Order::worst, rank};
            for (std::size_t begin = rank; begin < vectors; begin += vectors_at_once * threads) {
                decltype(load(0)) loaded[vectors_at_once];
                std::size_t at[vectors_at_once];
                // without conditions: the last vector of all may be taken again, which changes
                // nothing
                for (unsigned b = 0; b < vectors_at_once; ++b) {
                    at[b] = begin + b * threads < vectors ? begin + b * threads : vectors - 1;
                    loaded[b] = load(at[b]);
                }
                for (unsigned b = 0; b < vectors_at_once; ++b) {
                    first.take(best_key(loaded[b], order), at[b]);
                    if constexpr (Both) last.take(best_key(loaded[b], order.reversed()), at[b]);
                }
            }
            best.take_first(
                {first.vector * V + index_of<false>(first.key, load(first.vector), order),
                 first.key});
            if constexpr (Both)
                best.take_last({last.vector * V +
                                    index_of<true>(last.key, load(last.vector), order.reversed()),
                                last.key});
        }
        for (std::size_t i = vectors * V + rank; i < n; i += threads) {
            auto const number = in.get(i);
            best.take_first({i, order.key(number)});
            if constexpr (Both) best.take_last({i, order.reversed().key(number)});
        }
        return best;
    }

    /// @return what a warp's threads have found, on its thread 0
    template <class Warp, class Found>
    GPUALGO_DEVICE static Found fold_warp(Warp const& warp, Found best) {
        // past the end it is the thread's own
        for (unsigned distance = 16; distance > 0; distance /= 2)
            best.take(warp.shfl_down(best, distance));
        return best;
    }

    /// @return what a block's threads have found, on its thread 0
    template <class Context, class Found>
    GPUALGO_DEVICE static Found fold_block(Context const& context, Found best) {
        auto const warp = context.template tile<32>();
        auto const by_warps = context.template shared<Found>();
        best = fold_warp(warp, best);
        if (warp.meta_group_size() == 1) return best;
        if (warp.thread_rank() == 0) by_warps.put(warp.meta_group_rank(), best);
        context.block().sync();
        if (warp.meta_group_rank() != 0) return best;
        if (warp.thread_rank() < warp.meta_group_size()) best = by_warps.get(warp.thread_rank());
        return fold_warp(warp, best);
    }
};

} // namespace gpu::inline v0::kernel
