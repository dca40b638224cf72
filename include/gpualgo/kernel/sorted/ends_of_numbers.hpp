// SPDX-License-Identifier: Apache-2.0
/// @file
/// Sorted arrays of bytes: all that they are is where each of the 256 numbers ends, or begins.
#pragma once

#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/sorted/bounds.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// `find_bound`, by all lanes of a warp: a step leaves a 32nd of the places.
template <class Warp, class Array, class Key, class Order>
[[nodiscard]] GPUALGO_DEVICE std::size_t find_bound_by_warp(Warp const& warp, Array const& sorted,
                                                            std::size_t n, Key key, bool is_upper,
                                                            Order order) {
    std::size_t begin = 0, end = n;
    while (begin < end) {
        std::size_t const step = (end - begin + 31) / 32;
        std::size_t const place = begin + warp.thread_rank() * step;
        bool is_after = place >= end;
        if (!is_after) {
            auto const other = order.key(sorted.get(place));
            is_after = is_upper ? key < other : !(other < key);
        }
        unsigned const lane = first_lane(warp.ballot(is_after));
        end = begin + lane * step < end ? begin + lane * step : end;
        if (lane > 0) begin += (lane - 1) * step + 1;
    }
    return begin;
}

/// The arguments of `find_ends`.
struct ends_arguments {
    std::uint8_t const* a; ///< a sorted array
    std::size_t na;        ///< its elements
    std::uint8_t const* b; ///< another one
    std::size_t nb;        ///< its elements, perhaps none
    bool are_ends;         ///< otherwise begins are found
    std::uint64_t* ends;   ///< of the numbers by their order, in both arrays merged
};

/// The kernel body: a warp per number.
struct find_ends {
    static constexpr unsigned numbers = 256; ///< that a byte can be

    /// Runs the thread's part.
    template <class Context, class Order>
    GPUALGO_DEVICE static void run(Context const& context, ends_arguments const& arguments,
                                   Order order) {
        auto const warp = context.template tile<32>();
        std::size_t const i =
            (context.block_rank() * context.block().num_threads() + context.block().thread_rank()) /
            32;
        auto const key = static_cast<typename Order::key_type>(static_cast<int>(i) - 128);
        std::size_t end = find_bound_by_warp(warp, context.global(arguments.a), arguments.na, key,
                                             arguments.are_ends, order);
        if (arguments.nb > 0)
            end += find_bound_by_warp(warp, context.global(arguments.b), arguments.nb, key,
                                      arguments.are_ends, order);
        if (warp.thread_rank() == 0) context.global(arguments.ends).put(i, end);
    }
};

/// The arguments of `look_up_bounds`.
struct look_up_arguments {
    std::uint64_t const* ends;             ///< of the 256 numbers
    bounds_arguments<std::uint8_t> search; ///< for which values; the array is not read
};

/// The kernel body, in a grid-stride loop. Shared memory has the ends.
struct look_up_bounds {
    /// Runs the thread's part.
    template <class Context, class Order>
    GPUALGO_DEVICE static void run(Context const& context, look_up_arguments const& arguments,
                                   Order order) {
        auto const table = context.template shared<std::uint64_t>();
        unsigned const rank = context.block().thread_rank();
        for (unsigned i = rank; i < find_ends::numbers; i += context.block().num_threads())
            table.put(i, context.global(arguments.ends).get(i));
        context.block().sync();
        auto const& search = arguments.search;
        auto const values = context.global(search.values);
        std::size_t const threads = context.num_blocks() * context.block().num_threads();
        for (std::size_t i = context.block_rank() * context.block().num_threads() + rank;
             i < search.count; i += threads) {
            auto const found = table.get(static_cast<unsigned>(order.key(values.get(i)) + 128));
            put_bound(context, search, i, found);
        }
    }
};

} // namespace gpu::inline v0::kernel
