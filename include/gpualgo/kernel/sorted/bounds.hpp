// SPDX-License-Identifier: Apache-2.0
/// @file
/// Searches a sorted array for many values at once.
#pragma once

#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/function.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// The first position of a sorted array at which a value can be inserted, or the last one.
/// @param sorted anything with `get(i)`
/// @param n elements; nothing is read if there are none
/// @param is_upper whether elements equal to the value come before the position
/// @param order maps elements to keys; see key_order
template <class Array, class Bits, class Order>
[[nodiscard]] GPUALGO_DEVICE std::size_t find_bound(Array const& sorted, std::size_t n, Bits value,
                                                    bool is_upper, Order order) {
    auto const key = order.key(value);
    std::size_t begin = 0;
    while (n > 0) {
        std::size_t const half = n / 2;
        auto const other = order.key(sorted.get(begin + half));
        bool const is_before = is_upper ? !(key < other) : other < key;
        begin += is_before ? half + 1 : 0;
        n = is_before ? n - half - 1 : half;
    }
    return begin;
}

/// @param lanes of a warp: a bit each
/// @return the first one, or 32 if there is none
[[nodiscard]] GPUALGO_FUNCTION constexpr unsigned first_lane(std::uint32_t lanes) {
    return lanes == 0 ? 32 : bit_width(lanes & (0 - lanes)) - 1;
}

/// The arguments of a search for many values.
template <class Bits>
struct bounds_arguments {
    Bits const* sorted;    ///< the array
    std::size_t n;         ///< its elements
    Bits const* values;    ///< the values
    std::size_t count;     ///< how many, at least one
    std::uint32_t* narrow; ///< the positions; null if they have 8 bytes
    std::uint64_t* wide;   ///< the positions; null if they have 4 bytes
    bool is_upper;         ///< whether the last possible position is wanted
};

/// Writes the position of value i.
template <class Context, class Bits>
GPUALGO_DEVICE void put_bound(Context const& context, bounds_arguments<Bits> const& arguments,
                              std::size_t i, std::size_t position) {
    if (arguments.wide != nullptr) context.global(arguments.wide).put(i, position);
    else context.global(arguments.narrow).put(i, static_cast<std::uint32_t>(position));
}

/// The kernel body: one thread per value, in a grid-stride loop.
struct find_bounds {
    /// Runs the thread's part.
    template <class Context, class Bits, class Order>
    GPUALGO_DEVICE static void run(Context const& context, bounds_arguments<Bits> const& arguments,
                                   Order order) {
        auto const sorted = context.global(arguments.sorted);
        auto const values = context.global(arguments.values);
        std::size_t const threads = context.num_blocks() * context.block().num_threads();
        for (std::size_t i = context.block_rank() * context.block().num_threads() +
                             context.block().thread_rank();
             i < arguments.count; i += threads) {
            std::size_t const found =
                find_bound(sorted, arguments.n, values.get(i), arguments.is_upper, order);
            put_bound(context, arguments, i, found);
        }
    }
};

} // namespace gpu::inline v0::kernel
