// SPDX-License-Identifier: Apache-2.0
/// @file
/// Merges two sorted arrays: equal elements in the order of the arrays, first those of the first.
///
/// Merge path (Green, McColl and Bader, "GPU Merge Path", ICS 2012). For any d, a binary search
/// finds how many of the first d merged elements are from the first array. So the output is cut
/// into parts of equal size, which are merged independently. These are tiles, one per block, and in
/// them the parts of threads.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/sorted/bounds.hpp>
#include <gpualgo/kernel/sorted/merge_code.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// @param a the first array, anything with `get(i)`
/// @param b the second array
/// @param d at most na + nb
/// @param order maps elements to keys; see key_order
/// @return how many of the first d merged elements are from a
template <class A, class B, class Order>
[[nodiscard]] GPUALGO_DEVICE std::size_t merge_split(A const& a, std::size_t na, B const& b,
                                                     std::size_t nb, std::size_t d, Order order) {
    std::size_t begin = d > nb ? d - nb : 0;
    std::size_t end = d < na ? d : na;
    while (begin < end) {
        std::size_t const middle = begin + (end - begin) / 2;
        if (order.key(b.get(d - 1 - middle)) < order.key(a.get(middle))) end = middle;
        else begin = middle + 1;
    }
    return begin;
}

/// As `merge_split`, with codes in 32 bits.
/// @param codes those of a, and then those of b: anything with `get(i)`
template <class Codes, class Array>
[[nodiscard]] GPUALGO_DEVICE unsigned split_codes(Array const& codes, unsigned na, unsigned nb,
                                                  unsigned d) {
    unsigned begin = d > nb ? d - nb : 0;
    unsigned end = d < na ? d : na;
    while (begin < end) {
        unsigned const middle = (begin + end) / 2;
        if (Codes::is_before(codes.get(na + (d - 1 - middle)), codes.get(middle))) end = middle;
        else begin = middle + 1;
    }
    return begin;
}

/// As `merge_split`, by all lanes of a warp: a step leaves a 32nd of the places.
template <class Warp, class A, class B, class Order>
[[nodiscard]] GPUALGO_DEVICE std::size_t
merge_split_by_warp(Warp const& warp, A const& a, std::size_t na, B const& b, std::size_t nb,
                    std::size_t d, Order order) {
    std::size_t begin = d > nb ? d - nb : 0;
    std::size_t end = d < na ? d : na;
    while (begin < end) {
        std::size_t const step = (end - begin + 31) / 32;
        std::size_t const place = begin + warp.thread_rank() * step;
        bool const is_after =
            place >= end || order.key(b.get(d - 1 - place)) < order.key(a.get(place));
        unsigned const lane = first_lane(warp.ballot(is_after));
        end = begin + lane * step < end ? begin + lane * step : end;
        if (lane > 0) begin += (lane - 1) * step + 1;
    }
    return begin;
}

/// The arguments of a merge.
template <class Bits>
struct merge_arguments {
    Bits const* a;       ///< the first array
    std::size_t na;      ///< its elements
    Bits const* b;       ///< the second array
    std::size_t nb;      ///< its elements
    Bits* out;           ///< na + nb elements, at least one
    std::size_t* splits; ///< elements of a before each tile and after the last; unused for one tile
    bool are_warps_used; ///< whether a warp finds a split, and not a thread: if there are few
};

/// The numbers of a tile.
/// @tparam Bits the elements' type
template <class Bits>
struct merge_shape {
    static constexpr unsigned threads = 256; ///< of a block
    /// elements per thread: odd, so that the parts of a warp's threads begin in different banks
    static constexpr unsigned items = sizeof(Bits) == 8 ? 7 : 15;
    static constexpr unsigned tile = threads * items; ///< elements per block
};

/// The kernel body that finds the splits of all tiles, one per thread or warp.
struct merge_partition {
    /// Runs the thread's part.
    template <class Context, class Bits, class Order>
    GPUALGO_DEVICE static void run(Context const& context, merge_arguments<Bits> const& arguments,
                                   Order order) {
        constexpr std::size_t tile = merge_shape<Bits>::tile;
        std::size_t const total = arguments.na + arguments.nb;
        auto const a = context.global(arguments.a);
        auto const b = context.global(arguments.b);
        std::size_t const rank =
            context.block_rank() * context.block().num_threads() + context.block().thread_rank();
        std::size_t const i = arguments.are_warps_used ? rank / 32 : rank;
        if (i > (total + tile - 1) / tile) return;
        std::size_t const d = i * tile < total ? i * tile : total;
        auto const splits = context.global(arguments.splits);
        if (arguments.are_warps_used) {
            auto const warp = context.template tile<32>();
            std::size_t const split =
                merge_split_by_warp(warp, a, arguments.na, b, arguments.nb, d, order);
            if (warp.thread_rank() == 0) splits.put(i, split);
        } else {
            splits.put(i, merge_split(a, arguments.na, b, arguments.nb, d, order));
        }
    }
};

/// The kernel body that merges one tile per block, in shared memory.
///
/// All loads of a thread are in flight at once. A step of the merge has no branch: it selects the
/// array whose next element it takes, and loads the one after that. After the end of an array it
/// has elements that come last in the order.
struct merge_tiles {
    /// Runs the thread's part.
    template <class Context, class Bits, class Order>
    GPUALGO_DEVICE static void run(Context const& context, merge_arguments<Bits> const& arguments,
                                   Order order) {
        constexpr unsigned tile = merge_shape<Bits>::tile;
        std::size_t const begin = context.block_rank() * tile;
        std::size_t const rest = arguments.na + arguments.nb - begin;
        if (rest >= tile) run_tile<true>(context, arguments, begin, tile, order);
        else run_tile<false>(context, arguments, begin, static_cast<unsigned>(rest), order);
    }

private:
    /// @tparam Full whether the tile has as many elements as fit
    /// @param begin the first merged element
    /// @param count the elements of the tile
    template <bool Full, class Context, class Bits, class Order>
    GPUALGO_DEVICE static void run_tile(Context const& context,
                                        merge_arguments<Bits> const& arguments, std::size_t begin,
                                        unsigned count, Order order) {
        using codes = merge_codes<Order>;
        constexpr unsigned items = merge_shape<Bits>::items;
        codes const all{order};
        auto const staged = context.template shared<typename codes::code>();
        unsigned const rank = context.block().thread_rank();
        unsigned const from_a = load<Full>(context, arguments, staged, begin, count, all);
        context.block().sync();

        typename codes::code merged[items];
        merge_part<codes, merge_shape<Bits>::tile>(staged, from_a, rank * items, merged);
        context.block().sync();
        unrolled_on_gpu<items, items>([&](unsigned k) { staged.put(rank * items + k, merged[k]); });
        context.block().sync();
        auto const out = context.global(arguments.out).from(begin);
        for_each_place<Full, Bits>(rank, count, [&](unsigned, unsigned place) {
            out.put(place, all.decode(staged.get(place)));
        });
    }

    /// Calls f(k, place) for the places of a thread in a tile. Neighbouring threads have
    /// neighbouring places.
    template <bool Full, class Bits, class F>
    GPUALGO_DEVICE static void for_each_place(unsigned rank, unsigned count, F f) {
        using shape = merge_shape<Bits>;
        unrolled_on_gpu<shape::items, shape::items>([&](unsigned k) {
            unsigned const place = k * shape::threads + rank;
            if (Full || place < count) f(k, place);
        });
    }

    /// Loads the elements of a tile, those of the first array before the others. If there are too
    /// few, others that come last in the order follow.
    /// @return the elements of the first array
    template <bool Full, class Context, class Bits, class Array, class Codes>
    GPUALGO_DEVICE static unsigned load(Context const& context,
                                        merge_arguments<Bits> const& arguments, Array staged,
                                        std::size_t begin, unsigned count, Codes const& codes) {
        std::size_t first = 0, last = arguments.na;
        if (context.num_blocks() > 1) {
            auto const splits = context.global(arguments.splits);
            first = splits.get(context.block_rank());
            last = splits.get(context.block_rank() + 1);
        }
        // If the arrays are not sorted, the splits may not be either. Still each split is between
        // d - nb and na, and so are all elements here.
        std::size_t const between = last > first ? last - first : 0;
        unsigned const from_a = between < count ? static_cast<unsigned>(between) : count;
        auto const a = context.global(arguments.a).from(first);
        auto const b = context.global(arguments.b).from(begin - first);
        unsigned const rank = context.block().thread_rank();
        Bits loaded[merge_shape<Bits>::items];
        for_each_place<Full, Bits>(rank, count, [&](unsigned k, unsigned place) {
            bool const is_a = place < from_a;
            loaded[k] = (is_a ? a : b).get(place - (is_a ? 0 : from_a));
        });
        for_each_place<true, Bits>(rank, count, [&](unsigned k, unsigned place) {
            staged.put(place, Full || place < count ? codes.encode(loaded[k]) : Codes::last);
        });
        return from_a;
    }

    /// Merges a thread's part of a tile.
    /// @tparam Count codes of a tile
    /// @param staged the codes, those of the first array before the others
    /// @param from_a the number of those
    /// @param first the part's first element among the merged ones
    template <class Codes, unsigned Count, class Array, class Code, unsigned Items>
    GPUALGO_DEVICE static void merge_part(Array staged, unsigned from_a, unsigned first,
                                          Code (&merged)[Items]) {
        unsigned i = split_codes<Codes>(staged, from_a, Count - from_a, first);
        unsigned const both = from_a + first; // the sum of i and of b's next place, in step 0
        Code x = i < from_a ? staged.get(i) : Codes::last;
        Code y = both - i < Count ? staged.get(both - i) : Codes::last;
        unrolled_on_gpu<Items, Items>([&](unsigned k) {
            bool const is_a = (!Codes::has_others_at_end || i < from_a) && !Codes::is_before(y, x);
            merged[k] = is_a ? x : y;
            unsigned const next = (is_a ? i : both + k - i) + 1;
            Code z = Codes::last;
            if (next < (is_a ? from_a : Count)) z = staged.get(next);
            i += is_a ? 1 : 0;
            x = is_a ? z : x;
            y = is_a ? y : z;
        });
    }
};

} // namespace gpu::inline v0::kernel
