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
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>

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

/// The arguments of a merge.
template <class Bits>
struct merge_arguments {
    Bits const* a;       ///< the first array
    std::size_t na;      ///< its elements
    Bits const* b;       ///< the second array
    std::size_t nb;      ///< its elements
    Bits* out;           ///< na + nb elements, at least one
    std::size_t* splits; ///< elements of a before each tile and after the last; unused for one tile
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

/// The kernel body that finds the splits of all tiles, one per thread.
struct merge_partition {
    /// Runs the thread's part.
    template <class Context, class Bits, class Order>
    GPUALGO_DEVICE static void run(Context const& context, merge_arguments<Bits> const& arguments,
                                   Order order) {
        constexpr std::size_t tile = merge_shape<Bits>::tile;
        std::size_t const total = arguments.na + arguments.nb;
        std::size_t const i =
            context.block_rank() * context.block().num_threads() + context.block().thread_rank();
        if (i > (total + tile - 1) / tile) return;
        std::size_t const d = i * tile < total ? i * tile : total;
        context.global(arguments.splits)
            .put(i, merge_split(context.global(arguments.a), arguments.na,
                                context.global(arguments.b), arguments.nb, d, order));
    }
};

/// The kernel body that merges one tile per block, in shared memory.
struct merge_tiles {
    /// Runs the thread's part.
    template <class Context, class Bits, class Order>
    GPUALGO_DEVICE static void run(Context const& context, merge_arguments<Bits> const& arguments,
                                   Order order) {
        using shape = merge_shape<Bits>;
        auto const staged = context.template shared<Bits>();
        unsigned const rank = context.block().thread_rank();
        std::size_t const begin = context.block_rank() * shape::tile;
        std::size_t const rest = arguments.na + arguments.nb - begin;
        unsigned const count = rest < shape::tile ? static_cast<unsigned>(rest) : shape::tile;
        unsigned const from_a = load(context, arguments, staged, begin, count);
        context.block().sync();

        auto const staged_b = staged.from(from_a);
        unsigned const first = rank * shape::items < count ? rank * shape::items : count;
        auto i = static_cast<unsigned>(
            merge_split(staged, from_a, staged_b, count - from_a, first, order));
        unsigned j = from_a + (first - i);
        Bits merged[shape::items];
        Bits x = i < from_a ? staged.get(i) : Bits{};
        Bits y = j < count ? staged.get(j) : Bits{};
        unrolled_on_gpu<shape::items, shape::items>([&](unsigned k) {
            bool const is_a = j >= count || (i < from_a && !(order.key(y) < order.key(x)));
            merged[k] = is_a ? x : y;
            if (is_a) x = ++i < from_a ? staged.get(i) : Bits{};
            else y = ++j < count ? staged.get(j) : Bits{};
        });
        context.block().sync();
        unrolled_on_gpu<shape::items, shape::items>([&](unsigned k) {
            if (first + k < count) staged.put(first + k, merged[k]);
        });
        context.block().sync();
        auto const out = context.global(arguments.out);
        for (unsigned k = rank; k < count; k += shape::threads) out.put(begin + k, staged.get(k));
    }

private:
    /// Loads the elements of a tile, those of the first array before the others.
    /// @return the number of those
    template <class Context, class Bits, class Array>
    GPUALGO_DEVICE static unsigned load(Context const& context,
                                        merge_arguments<Bits> const& arguments, Array staged,
                                        std::size_t begin, unsigned count) {
        auto const a = context.global(arguments.a);
        auto const b = context.global(arguments.b);
        std::size_t first = 0, last = arguments.na;
        if (context.num_blocks() > 1) {
            auto const splits = context.global(arguments.splits);
            first = splits.get(context.block_rank());
            last = splits.get(context.block_rank() + 1);
        }
        // if the arrays are not sorted, the splits may not be either
        std::size_t const between = last > first ? last - first : 0;
        unsigned const from_a = between < count ? static_cast<unsigned>(between) : count;
        std::size_t const first_b = begin > first ? begin - first : 0;
        for (unsigned k = context.block().thread_rank(); k < count;
             k += context.block().num_threads()) {
            std::size_t const of_b = first_b + (k - from_a);
            if (k < from_a) staged.put(k, a.get(first + k));
            else staged.put(k, of_b < arguments.nb ? b.get(of_b) : Bits{});
        }
        return from_a;
    }
};

} // namespace gpu::inline v0::kernel
