// SPDX-License-Identifier: Apache-2.0
/// @file
/// Finds the index of the smallest element of an array, of the largest one, or of both, in one
/// launch. Elements are compared by integer keys, see `key_order` and `number_order`.
///
/// 1. Each thread loads vectors of 16 bytes in a grid-stride loop, and keeps the index of the one
///    with the best key. Then it finds the best element in that vector.
/// 2. The lanes of each warp fold their candidates by shuffles.
/// 3. Lane 0 of each warp writes its candidate to shared memory; after a block barrier, the first
///    warp folds these.
/// 4. Thread 0 of each block writes the block's candidate to global memory. The block that finishes
///    last folds the candidates of all blocks in the same way.
///
/// Among equal elements, the lowest index wins at the front of the order, and the highest at its
/// end. Thus the result does not depend on the grid.
#pragma once

#include <gpualgo/kernel/elements.hpp>
#include <gpualgo/kernel/extrema/key_order.hpp>
#include <gpualgo/kernel/function.hpp>

#include <cstddef>
#include <limits>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// The index and the key of an element.
template <class Key>
struct located {
    std::size_t index; ///< in the array
    Key key;           ///< in the order, or in its reverse
};

/// The best candidates so far: the element at the front of the order.
/// @tparam Both whether also the element at the end of the order
template <class Key, bool Both>
struct extrema_found {
    static constexpr Key worst = std::numeric_limits<Key>::max(); ///< no key is larger

    /// initially worse than every element
    located<Key> first{static_cast<std::size_t>(-1), worst};

    /// Merges the candidates of another thread.
    GPUALGO_FUNCTION constexpr void take(extrema_found const& other) { take_first(other.first); }
    /// Keeps the element if it is better; of equal ones, that with the lower index.
    GPUALGO_FUNCTION constexpr void take_first(located<Key> const& other) {
        if (other.key < first.key || (other.key == first.key && other.index < first.index))
            first = other;
    }
};

/// The candidates for both ends of the order.
template <class Key>
struct extrema_found<Key, true> : extrema_found<Key, false> {
    /// with the key of the reversed order; initially worse than every element
    located<Key> last{0, extrema_found<Key, false>::worst};

    /// Merges the candidates of another thread.
    GPUALGO_FUNCTION constexpr void take(extrema_found const& other) {
        this->take_first(other.first);
        take_last(other.last);
    }
    /// Keeps the element, with its key in the reversed order, if it is better; of equal ones, that
    /// with the higher index.
    GPUALGO_FUNCTION constexpr void take_last(located<Key> const& other) {
        if (other.key < last.key || (other.key == last.key && other.index > last.index))
            last = other;
    }
};

/// The arguments of `extrema`.
/// @tparam Input a pointer to elements
/// @tparam Key in the order
template <class Input, bool Both, class Key = std::make_signed_t<element_of<Input>>>
struct extrema_arguments {
    Input in;                            ///< the input
    std::size_t n;                       ///< its elements, at least one
    extrema_found<Key, Both>* by_blocks; ///< one per block
    extrema_found<Key, Both>* out;       ///< the result
};

/// The kernel body. Blocks consist of whole warps, with shared memory for one candidate per warp.
/// @tparam Both whether both ends of the order are searched for
template <bool Both>
struct extrema {
    static constexpr bool finishes = true;         ///< calls the context's `finish`
    static constexpr unsigned vectors_at_once = 4; ///< loads in flight per thread

    /// Each block searches its share of the vectors; the last block folds the results of all.
    template <class Context, class Input, class Key, class Order>
    GPUALGO_DEVICE static void run(Context const& context,
                                   extrema_arguments<Input, Both, Key> arguments, Order order) {
        using found = extrema_found<Key, Both>;
        auto const in = array_of(context, arguments.in);
        unsigned const rank = context.block().thread_rank();
        bool const is_aligned = in.template is_aligned<items<element_of<Input>>>();
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
    /// Elements of a vector.
    template <class Element>
    static constexpr std::size_t items = 16 / sizeof(Element);

    /// The vector with the best key so far.
    /// @tparam Last whether the last of several such vectors is kept; otherwise the first
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

    /// @return the best key of a vector of V elements
    template <std::size_t V, class Vector, class Order>
    GPUALGO_DEVICE static auto best_key(Vector const& vector, Order order) {
        auto best = order.key(vector[0]);
        for (std::size_t v = 1; v < V; ++v) {
            auto const key = order.key(vector[v]);
            best = key < best ? key : best;
        }
        return best;
    }

    /// @return the index in a vector of the first, or last, of V elements with this key
    template <bool Last, std::size_t V, class Key, class Vector, class Order>
    GPUALGO_DEVICE static std::size_t index_of(Key key, Vector const& vector, Order order) {
        std::size_t place = 0;
        for (std::size_t k = 0; k < V; ++k) {
            std::size_t const v = Last ? k : V - 1 - k;
            if (order.key(vector[v]) == key) place = v;
        }
        return place;
    }

    /// @return the candidates among the calling thread's elements
    template <bool Aligned, class Context, class Input, class Order>
    GPUALGO_DEVICE static auto by_thread(Context const& context, Input in, std::size_t n,
                                         Order order) {
        using key = typename Order::key_type;
        constexpr std::size_t V = items<typename Input::value_type>;
        std::size_t const threads = context.num_blocks() * context.block().num_threads();
        std::size_t const rank =
            context.block_rank() * context.block().num_threads() + context.block().thread_rank();
        // unaligned loads may read V elements after the vector
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
                // Unconditional loads, so that they overlap. The last vector may be loaded again,
                // which changes nothing.
                for (unsigned b = 0; b < vectors_at_once; ++b) {
                    at[b] = begin + b * threads < vectors ? begin + b * threads : vectors - 1;
                    loaded[b] = load(at[b]);
                }
                for (unsigned b = 0; b < vectors_at_once; ++b) {
                    first.take(best_key<V>(loaded[b], order), at[b]);
                    if constexpr (Both) last.take(best_key<V>(loaded[b], order.reversed()), at[b]);
                }
            }
            best.take_first(
                {first.vector * V + index_of<false, V>(first.key, load(first.vector), order),
                 first.key});
            if constexpr (Both)
                best.take_last({last.vector * V + index_of<true, V>(last.key, load(last.vector),
                                                                    order.reversed()),
                                last.key});
        }
        for (std::size_t i = vectors * V + rank; i < n; i += threads) {
            auto const number = in.get(i);
            best.take_first({i, order.key(number)});
            if constexpr (Both) best.take_last({i, order.reversed().key(number)});
        }
        return best;
    }

    /// @return the candidates of the warp, on lane 0
    template <class Warp, class Found>
    GPUALGO_DEVICE static Found fold_warp(Warp const& warp, Found best) {
        // a lane whose partner does not exist gets its own value
        for (unsigned distance = 16; distance > 0; distance /= 2)
            best.take(warp.shfl_down(best, distance));
        return best;
    }

    /// @return the candidates of the block, on thread 0
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
