// SPDX-License-Identifier: Apache-2.0
/// @file
/// A stable merge sort of few elements by keys. Blocks sort tiles by counting. Then neighbouring
/// runs are merged, in a launch per doubling. Each element finds its own place in the
/// merged run, by bisection of the other one.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/select/arguments.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// The arguments of `sort_tiles` and `merge_runs`.
template <class Bits>
struct sort_arguments {
    Bits const* in;    ///< the input
    std::size_t n;     ///< its elements, at least one
    std::size_t size;  ///< elements of a run, except the last one; unused by `sort_tiles`
    Bits* out;         ///< the output, not the input
    std::size_t room;  ///< elements of the output; others are not written
    shared_word* done; ///< receives `room`: what the host waits for; null except in the last launch
};

/// Tells the host that the last launch runs. It sees that after the launch has ended.
template <class Context, class Bits>
GPUALGO_DEVICE void note_sorted(Context const& context, sort_arguments<Bits> const& arguments) {
    if (arguments.done != nullptr && context.block_rank() == 0 &&
        context.block().thread_rank() == 0)
        context.global(arguments.done).put(0, arguments.room);
}

/// Sorts each tile of as many elements as a block has threads. An element's place is the number of
/// elements that precede it in the order.
struct sort_tiles {
    static constexpr unsigned tile_size = 256; ///< threads of a block

    /// Runs the thread's part.
    template <class Context, class Bits, class Order>
    GPUALGO_DEVICE static void run(Context const& context, sort_arguments<Bits> const& arguments,
                                   Order order) {
        note_sorted(context, arguments);
        auto const keys = context.template shared<typename Order::key_type>();
        unsigned const rank = context.block().thread_rank();
        std::size_t const begin = context.block_rank() * tile_size;
        std::size_t const rest = arguments.n - begin;
        unsigned const count = rest < tile_size ? static_cast<unsigned>(rest) : tile_size;
        Bits element{};
        if (rank < count) {
            element = context.global(arguments.in).get(begin + rank);
            keys.put(rank, order.key(element));
        }
        context.block().sync();
        if (rank >= count) return;
        auto const key = order.key(element);
        unsigned place = 0;
        for (unsigned i = 0; i < count; ++i) {
            auto const other = keys.get(i);
            place += other < key || (other == key && i < rank) ? 1 : 0;
        }
        if (begin + place < arguments.room)
            context.global(arguments.out).put(begin + place, element);
    }
};

/// Merges each run at an even place with its neighbour.
struct merge_runs {
    /// Runs the thread's part: an element.
    template <class Context, class Bits, class Order>
    GPUALGO_DEVICE static void run(Context const& context, sort_arguments<Bits> const& arguments,
                                   Order order) {
        note_sorted(context, arguments);
        std::size_t const i =
            context.block_rank() * context.block().num_threads() + context.block().thread_rank();
        std::size_t const n = arguments.n, size = arguments.size;
        if (i >= n) return;
        auto const in = context.global(arguments.in);
        auto const element = in.get(i);
        auto const key = order.key(element);
        std::size_t const run = i / size, first = run / 2 * 2 * size;
        bool const is_left = run % 2 == 0;
        std::size_t const other = is_left ? first + size : first;
        // the elements of the other run that precede this one: equal ones only of the left run
        std::size_t low = other < n ? other : n;
        std::size_t high = n - low < size ? n : low + size;
        while (low < high) {
            std::size_t const middle = low + (high - low) / 2;
            auto const compared = order.key(in.get(middle));
            if (compared < key || (compared == key && !is_left)) low = middle + 1;
            else high = middle;
        }
        std::size_t const before = other < n ? low - other : 0;
        std::size_t const place = first + (i - run * size) + before;
        if (place < arguments.room) context.global(arguments.out).put(place, element);
    }
};

} // namespace gpu::inline v0::kernel
