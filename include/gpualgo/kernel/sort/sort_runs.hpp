// SPDX-License-Identifier: Apache-2.0
/// @file
/// Sorts a run of elements per block, in shared memory. See staged_elements.hpp.
///
/// Each thread sorts some elements in registers. Then runs are merged in pairs, up to one of the
/// whole block: each thread finds its part of a merged run by bisection (merge.hpp).
#pragma once

#include <gpualgo/kernel/sort/sort_order.hpp>
#include <gpualgo/kernel/sort/staged_elements.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// The kernel body. Blocks are whole warps. A grid of several blocks has those of `run_shape`.
struct sort_runs {
    static constexpr bool finishes = true;        ///< calls the context's `finish`
    static constexpr bool may_start_early = true; ///< waits for launches that write its input

    /// Runs the thread's part.
    template <class Context, class Bits, class Value>
    GPUALGO_DEVICE static void run(Context const& context,
                                   run_arguments<Bits, Value> const& arguments,
                                   sort_order<Bits> order) {
        constexpr bool has_values = !std::is_same_v<Value, no_value>;
        constexpr unsigned items = run_shape::items;
        unsigned const rank = context.block().thread_rank();
        unsigned const threads = context.block().num_threads();
        auto const begin = static_cast<unsigned>(context.block_rank()) * run_shape::run;
        unsigned const rest = arguments.n - begin;
        unsigned const count = rest < run_shape::run ? rest : run_shape::run;
        staged_elements<Context, Bits, has_values> const staged(context, threads * items);

        load(context.global(arguments.keys).from(begin), staged.keys, rank, threads, count, order);
        context.block().sync();
        thread_elements<Bits, has_values> own;
        own.get(staged, rank);
        own.sort();
        merge_all(context, staged, own, rank, count);
        own.put(staged, rank);
        context.block().sync();
        context.let_next_start();
        auto const out = context.global(arguments.keys_out).from(begin);
        for_each_place(rank, threads, count, [&](unsigned, unsigned place) {
            out.put(place, order.number(staged.keys.get(place)));
        });
        if constexpr (has_values) move_values(context, arguments, staged.places, begin, count);
        if (arguments.is_last && context.is_last_block() && rank == 0) context.finish();
    }

private:
    /// Loads keys. After the last one, keys follow that no other comes after.
    template <class Array, class Keys, class Bits>
    GPUALGO_DEVICE static void load(Array in, Keys const& keys, unsigned rank, unsigned threads,
                                    unsigned count, sort_order<Bits> order) {
        Bits loaded[run_shape::items];
        unrolled<run_shape::items>([&](auto k) { loaded[k] = static_cast<Bits>(~Bits{}); });
        for_each_place(rank, threads, count,
                       [&](unsigned k, unsigned place) { loaded[k] = order.key(in.get(place)); });
        unrolled<run_shape::items>([&](auto k) { keys.put(k * threads + rank, loaded[k]); });
    }

    /// Merges the sorted elements of threads, then of pairs of threads, and so on.
    template <class Context, class Staged, class Own>
    GPUALGO_DEVICE static void merge_all(Context const& context, Staged const& staged, Own& own,
                                         unsigned rank, unsigned count) {
        constexpr unsigned items = run_shape::items;
        unsigned const capacity = context.block().num_threads() * items;
        for (unsigned half = 1; half * items < count; half *= 2) {
            auto const sync = [&] { // of all threads whose elements are merged
                if (half < 32) context.template tile<32>().sync();
                else context.block().sync();
            };
            own.put(staged, rank);
            sync();
            // after the last element, order does not matter
            if (rank * items < count) {
                unsigned const in_pair = rank % (2 * half);
                unsigned const first = (rank - in_pair) * items;
                unsigned const both = min_of(2 * half * items, capacity - first);
                unsigned const na = min_of(half * items, both);
                own.merge(staged.keys, first, na, both - na, in_pair * items);
                if constexpr (Own::has_places)
                    unrolled<items>(
                        [&](auto k) { own.place[k] = staged.places.get(own.place[k]); });
            }
            sync();
        }
    }

    /// Moves values by the places of their keys. They may be written to where they were.
    template <class Context, class Bits, class Value, class Places>
    GPUALGO_DEVICE static void move_values(Context const& context,
                                           run_arguments<Bits, Value> const& arguments,
                                           Places const& places, unsigned begin, unsigned count) {
        unsigned const rank = context.block().thread_rank();
        unsigned const threads = context.block().num_threads();
        Value moved[run_shape::items];
        for_each_place(rank, threads, count, [&](unsigned k, unsigned place) {
            unsigned const from = begin + places.get(place);
            moved[k] = static_cast<Value>(from);
            if (arguments.values != nullptr) moved[k] = context.global(arguments.values).get(from);
        });
        context.block().sync();
        auto const out = context.global(arguments.values_out).from(begin);
        for_each_place(rank, threads, count,
                       [&](unsigned k, unsigned place) { out.put(place, moved[k]); });
    }

    GPUALGO_DEVICE static unsigned min_of(unsigned a, unsigned b) { return a < b ? a : b; }
};

} // namespace gpu::inline v0::kernel
