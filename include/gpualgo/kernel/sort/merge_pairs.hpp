// SPDX-License-Identifier: Apache-2.0
/// @file
/// Merges neighbouring sorted runs: each at an even place with the next one. See
/// staged_elements.hpp.
#pragma once

#include <gpualgo/kernel/sort/sort_order.hpp>
#include <gpualgo/kernel/sort/staged_elements.hpp>
#include <gpualgo/kernel/sorted/merge.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// The kernel body: a block has a tile of the result. Its first two warps find the ends of the
/// tile's parts of both runs. Then threads merge parts of these in shared memory.
struct merge_pairs {
    static constexpr bool finishes = true;        ///< calls the context's `finish`
    static constexpr bool may_start_early = true; ///< waits for launches that write the runs

    static constexpr unsigned threads = run_shape::merge_threads; ///< of a block
    static constexpr unsigned tile = run_shape::merge_tile;       ///< elements of a block

    /// The place of two ends in shared memory, in words.
    template <class Bits, class Value>
    static constexpr std::size_t first_end = (staged_bytes<Bits, Value>(tile) +
                                              sizeof(std::uint32_t) - 1) /
                                             sizeof(std::uint32_t);

    /// Bytes of shared memory: the elements, and two ends.
    template <class Bits, class Value>
    static constexpr std::size_t shared_bytes = first_end<Bits, Value> * sizeof(std::uint32_t) +
                                                2 * sizeof(std::uint32_t);

    /// Runs the thread's part.
    template <class Context, class Bits, class Value>
    GPUALGO_DEVICE static void run(Context const& context,
                                   run_arguments<Bits, Value> const& arguments,
                                   sort_order<Bits> order) {
        constexpr bool has_values = !std::is_same_v<Value, no_value>;
        unsigned const rank = context.block().thread_rank();
        auto const begin = static_cast<unsigned>(context.block_rank()) * tile;
        tile_parts const parts = find_parts(context, arguments, begin, order);
        staged_elements<Context, Bits, has_values> const staged(context, tile);

        auto const in = context.global(arguments.keys);
        Bits loaded[run_shape::items];
        unrolled<run_shape::items>([&](auto k) { loaded[k] = static_cast<Bits>(~Bits{}); });
        for_each_place(rank, threads, parts.count, [&](unsigned k, unsigned place) {
            loaded[k] = order.key(in.get(parts.source(place)));
        });
        unrolled<run_shape::items>([&](auto k) { staged.keys.put(k * threads + rank, loaded[k]); });
        context.block().sync();
        thread_elements<Bits, has_values> own;
        own.merge(staged.keys, 0, parts.from_a, tile - parts.from_a, rank * run_shape::items);
        context.block().sync();
        own.put(staged, rank);
        context.block().sync();
        context.let_next_start();
        auto const out = context.global(arguments.keys_out).from(begin);
        for_each_place(rank, threads, parts.count, [&](unsigned, unsigned place) {
            out.put(place, order.number(staged.keys.get(place)));
        });
        if constexpr (has_values) {
            auto const values = context.global(arguments.values);
            auto const values_out = context.global(arguments.values_out).from(begin);
            Value moved[run_shape::items];
            for_each_place(rank, threads, parts.count, [&](unsigned k, unsigned place) {
                moved[k] = values.get(parts.source(staged.places.get(place)));
            });
            for_each_place(rank, threads, parts.count,
                           [&](unsigned k, unsigned place) { values_out.put(place, moved[k]); });
        }
        if (arguments.is_last && context.is_last_block() && rank == 0) context.finish();
    }

private:
    /// The parts of two runs that a tile consists of.
    struct tile_parts {
        unsigned a;      ///< index of the first element of the first run's part
        unsigned from_a; ///< elements of that part
        unsigned b;      ///< index of the first element of the second run's part
        unsigned count;  ///< elements of both

        /// @param place among the elements of the first part and, after these, of the second one
        /// @return the index of an element
        [[nodiscard]] GPUALGO_DEVICE unsigned source(unsigned place) const {
            return place < from_a ? a + place : b + (place - from_a);
        }
    };

    /// @param begin of the tile
    template <class Context, class Bits, class Value>
    GPUALGO_DEVICE static tile_parts find_parts(Context const& context,
                                                run_arguments<Bits, Value> const& arguments,
                                                unsigned begin, sort_order<Bits> order) {
        auto const smaller = [](unsigned x, unsigned y) { return x < y ? x : y; };
        unsigned const n = arguments.n, run = arguments.run;
        unsigned const first = begin / (2 * run) * (2 * run);
        unsigned const na = smaller(run, n - first);
        unsigned const nb = smaller(run, n - first - na);
        unsigned const d = begin - first;
        unsigned const count = smaller(tile, na + nb - d);
        auto const ends = context.template shared<std::uint32_t>().from(first_end<Bits, Value>);
        if (unsigned const rank = context.block().thread_rank(); rank < 64) {
            auto const warp = context.template tile<32>();
            auto const in = context.global(arguments.keys);
            auto const end = merge_split_by_warp(warp, in.from(first), na, in.from(first + na), nb,
                                                 rank < 32 ? d : d + count, order);
            if (warp.thread_rank() == 0) ends.put(rank / 32, static_cast<std::uint32_t>(end));
        }
        context.block().sync();
        unsigned const from = ends.get(0), to = ends.get(1);
        return {first + from, to - from, first + na + (d - from), count};
    }
};

} // namespace gpu::inline v0::kernel
