// SPDX-License-Identifier: Apache-2.0
/// @file
/// A pass of a radix sort: moves elements to the places that one digit of their keys gives them.
/// Elements of equal digits keep their order. Thus passes from the lowest digit to the highest one
/// sort, and the sort is stable.
///
/// A pass has three launches:
/// 1. `count_digits`: each block counts how often each digit occurs in its tile.
/// 2. `scan_counts`: one block replaces every count by the sum of those before it. The counts are
///    ordered by digit, and then by tile. So each sum is the place of the first element of a tile
///    that has the digit.
/// 3. `scatter_digits`: each block counts again, this time to know the places of its threads, and
///    moves its elements.
///
/// Satish, Harris, Garland: Designing Efficient Sorting Algorithms for Manycore GPUs (2009).
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/operators.hpp>
#include <gpualgo/kernel/scan/hillis_steele.hpp>
#include <gpualgo/kernel/select/arguments.hpp>
#include <gpualgo/kernel/sort/sort_order.hpp>

#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// Stands for values in a sort of keys alone.
struct no_value {};

/// Bits of a digit.
inline constexpr unsigned digit_bits = 4;
/// Digits that differ.
inline constexpr unsigned num_digits = 1 << digit_bits;

/// The arguments of a pass.
template <class Bits, class Value>
struct digit_arguments {
    Bits const* keys;    ///< the numbers that are sorted
    Bits* keys_out;      ///< the same, in their places
    Value const* values; ///< one per number; unused if Value is `no_value`
    Value* values_out;   ///< likewise
    std::size_t n;       ///< at least one
    unsigned shift;      ///< of the digit in a key
    shared_word* counts; ///< one per digit and tile, ordered by digit
};

/// The digits of a thread's elements, which are adjacent. Shared memory has a counter per digit
/// and thread, ordered by digit.
struct digits_of_thread {
    static constexpr unsigned threads = 64; ///< per block
    static constexpr unsigned items = 8;    ///< elements per thread
    static constexpr unsigned tile = threads * items;

    /// Bytes of shared memory.
    static constexpr std::size_t shared_bytes = num_digits * threads * sizeof(shared_word);

    /// Calls f(index, number, counter) for each element of the thread, in their order.
    /// @param counter index of the counter of the element's digit and the calling thread
    template <class Context, class Bits, class Value, class F>
    GPUALGO_DEVICE static void for_each(Context const& context,
                                        digit_arguments<Bits, Value> const& arguments,
                                        sort_order<Bits> order, F f) {
        auto const keys = context.global(arguments.keys);
        unsigned const rank = context.block().thread_rank();
        std::size_t const begin = context.block_rank() * tile + std::size_t{rank} * items;
        for (std::size_t i = begin; i < begin + items && i < arguments.n; ++i) {
            Bits const number = keys.get(i);
            auto const digit =
                static_cast<unsigned>(order.key(number) >> arguments.shift) % num_digits;
            f(i, number, digit * threads + rank);
        }
    }

    /// Counts the digits of the block's elements by thread.
    template <class Context, class Bits, class Value>
    GPUALGO_DEVICE static void count(Context const& context,
                                     digit_arguments<Bits, Value> const& arguments,
                                     sort_order<Bits> order) {
        auto const counters = context.template shared<shared_word>();
        for (unsigned digit = 0; digit < num_digits; ++digit)
            counters.put(digit * threads + context.block().thread_rank(), 0);
        for_each(context, arguments, order, [&](std::size_t, Bits, unsigned counter) {
            counters.put(counter, counters.get(counter) + 1);
        });
        context.block().sync();
    }
};

/// Each block counts the digits of its tile.
struct count_digits {
    /// Runs the thread's part.
    template <class Context, class Bits, class Value>
    GPUALGO_DEVICE static void run(Context const& context,
                                   digit_arguments<Bits, Value> const& arguments,
                                   sort_order<Bits> order) {
        digits_of_thread::count(context, arguments, order);
        unsigned const digit = context.block().thread_rank();
        if (digit >= num_digits) return;
        auto const counters = context.template shared<shared_word>();
        shared_word sum = 0;
        for (unsigned t = 0; t < digits_of_thread::threads; ++t)
            sum += counters.get(digit * digits_of_thread::threads + t);
        context.global(arguments.counts)
            .put(digit * context.num_blocks() + context.block_rank(), sum);
    }
};

/// The arguments of `scan_counts`.
struct scan_counts_arguments {
    shared_word* counts; ///< become sums
    std::size_t n;       ///< how many
};

/// One block replaces every count by the sum of the counts before it.
struct scan_counts {
    /// Each thread sums adjacent counts, and adds the sum of the threads before it.
    template <class Context, class Nothing>
    GPUALGO_DEVICE static void run(Context const& context, scan_counts_arguments arguments,
                                   Nothing) {
        auto const counts = context.global(arguments.counts);
        unsigned const threads = context.block().num_threads();
        std::size_t const share = (arguments.n + threads - 1) / threads;
        std::size_t const begin = share * context.block().thread_rank();
        shared_word own = 0;
        for (std::size_t i = begin; i < begin + share && i < arguments.n; ++i) own += counts.get(i);
        shared_word sum = block_scan<policy::hillis_steele>::run(context, own, plus{}) - own;
        for (std::size_t i = begin; i < begin + share && i < arguments.n; ++i) {
            shared_word const count = counts.get(i);
            counts.put(i, sum);
            sum += count;
        }
    }
};

/// Each block moves the elements of its tile to their places.
struct scatter_digits {
    /// Runs the thread's part.
    template <class Context, class Bits, class Value>
    GPUALGO_DEVICE static void run(Context const& context,
                                   digit_arguments<Bits, Value> const& arguments,
                                   sort_order<Bits> order) {
        constexpr unsigned threads = digits_of_thread::threads;
        digits_of_thread::count(context, arguments, order);
        auto const places = context.template shared<shared_word>();
        unsigned const digit = context.block().thread_rank();
        if (digit < num_digits) { // replaces counts by the place of a thread's next such element
            shared_word place = context.global(arguments.counts)
                                    .get(digit * context.num_blocks() + context.block_rank());
            for (unsigned t = 0; t < threads; ++t) {
                shared_word const count = places.get(digit * threads + t);
                places.put(digit * threads + t, place);
                place += count;
            }
        }
        context.block().sync();
        digits_of_thread::for_each(
            context, arguments, order, [&](std::size_t i, Bits number, unsigned counter) {
                auto const place = static_cast<std::size_t>(places.get(counter));
                places.put(counter, place + 1);
                context.global(arguments.keys_out).put(place, number);
                if constexpr (!std::is_same_v<Value, no_value>)
                    context.global(arguments.values_out)
                        .put(place, context.global(arguments.values).get(i));
            });
    }
};

} // namespace gpu::inline v0::kernel
