// SPDX-License-Identifier: Apache-2.0
/// @file
/// A stable merge sort of numbers, and of a value with each: `sort_runs` sorts a run per block, and
/// launches of `merge_pairs` merge neighbouring runs. It is faster than a radix sort of few
/// numbers. Here are the arguments of both kernels, and the elements of a block and of a thread.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/sort/digits.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::kernel {

/// The numbers of both kernels.
struct run_shape {
    /// elements per thread: odd, so that those of a warp's threads begin in different banks
    static constexpr unsigned items = 9;
    static constexpr unsigned sort_threads = 512;                 ///< of a block that sorts
    static constexpr unsigned merge_threads = 128;                ///< of a block that merges
    static constexpr unsigned run = sort_threads * items;         ///< elements of a first run
    static constexpr unsigned merge_tile = merge_threads * items; ///< elements that a block merges
    static_assert(run % merge_tile == 0);
};

/// The arguments of `sort_runs` and `merge_pairs`.
template <class Bits, class Value>
struct run_arguments {
    Bits const* keys;    ///< the numbers
    Bits* keys_out;      ///< receives them; `sort_runs` may have the same memory here
    Value const* values; ///< one per number, or null for `sort_runs`: then the indices
    Value* values_out;   ///< as `keys_out`; unused if Value is `no_value`
    std::uint32_t n;     ///< at least one
    std::uint32_t run;   ///< elements of each run before a merge, the last may have fewer
    bool is_last;        ///< whether no launch follows
};

/// The elements of a block in shared memory: their keys, and their places before a step. If there
/// are values, these are moved by the places, once per launch.
template <class Context, class Bits, bool HasPlaces>
struct staged_elements {
    using key_array = decltype(std::declval<Context const&>().template shared<Bits>());
    using place_array = decltype(std::declval<Context const&>().template shared<std::uint16_t>());

    key_array keys;     ///< of all elements
    place_array places; ///< likewise; unused if there are no values

    /// @param capacity elements that shared memory has room for
    GPUALGO_DEVICE staged_elements(Context const& context, unsigned capacity)
        : keys(context.template shared<Bits>()),
          places(context.template shared<std::uint16_t>().from(
              HasPlaces ? capacity * sizeof(Bits) / sizeof(std::uint16_t) : 0)) {}
};

/// Bytes of shared memory for staged elements.
/// @tparam Value `no_value` if there are no places
template <class Bits, class Value>
GPUALGO_FUNCTION constexpr std::size_t staged_bytes(unsigned capacity) {
    return capacity *
           (sizeof(Bits) + (std::is_same_v<Value, no_value> ? 0 : sizeof(std::uint16_t)));
}

/// Calls f(k, place) for the places of a thread that are below `count`. Neighbouring threads have
/// neighbouring places.
/// @param rank the thread's, among `threads` threads
template <class F>
GPUALGO_DEVICE void for_each_place(unsigned rank, unsigned threads, unsigned count, F f) {
    unrolled<run_shape::items>([&](auto k) {
        unsigned const place = k * threads + rank;
        if (place < count) f(k, place);
    });
}

/// Adjacent elements of a thread, in registers.
template <class Bits, bool HasPlaces>
struct thread_elements {
    static constexpr unsigned items = run_shape::items; ///< how many
    static constexpr bool has_places = HasPlaces;       ///< whether values move with keys

    Bits key[items];            ///< of each
    std::uint16_t place[items]; ///< where each was; computed only if it is used

    /// Takes the elements from `rank * items` on.
    template <class Staged>
    GPUALGO_DEVICE void get(Staged const& staged, unsigned rank) {
        unrolled<items>([&](auto k) {
            key[k] = staged.keys.get(rank * items + k);
            place[k] = static_cast<std::uint16_t>(rank * items + k);
        });
    }
    /// Puts the elements back.
    template <class Staged>
    GPUALGO_DEVICE void put(Staged const& staged, unsigned rank) const {
        unrolled<items>([&](auto k) {
            staged.keys.put(rank * items + k, key[k]);
            if constexpr (HasPlaces) staged.places.put(rank * items + k, place[k]);
        });
    }

    /// Sorts the elements by a network that compares neighbours, so equal ones keep their order.
    GPUALGO_DEVICE void sort() {
        unrolled<items>([&](auto round) {
            unrolled<items / 2>([&](auto pair) {
                constexpr unsigned k = 2 * decltype(pair)::value + decltype(round)::value % 2;
                if constexpr (k + 1 < items) exchange(k, k + 1);
            });
        });
    }

    /// Merges a part of two adjacent runs. Places are then those of the elements in `keys`.
    /// @param keys anything with `get(i)`
    /// @param first of the first run
    /// @param na elements of the first run
    /// @param nb elements of the second run
    /// @param d the part's first element among the merged ones
    template <class Keys>
    GPUALGO_DEVICE void merge(Keys const& keys, unsigned first, unsigned na, unsigned nb,
                              unsigned d) {
        unsigned const end_a = first + na, end_b = end_a + nb;
        unsigned const from_a = split(keys, first, na, nb, d);
        unsigned i = first + from_a, j = end_a + (d - from_a);
        Bits x{}, y{};
        if (i < end_a) x = keys.get(i);
        if (j < end_b) y = keys.get(j);
        unrolled<items>([&](auto k) {
            bool const is_a = i < end_a && (j >= end_b || !(y < x));
            key[k] = is_a ? x : y;
            place[k] = static_cast<std::uint16_t>(is_a ? i : j);
            unsigned const next = (is_a ? i : j) + 1;
            Bits z{};
            if (next < (is_a ? end_a : end_b)) z = keys.get(next);
            (is_a ? i : j) = next;
            (is_a ? x : y) = z;
        });
    }

private:
    GPUALGO_DEVICE void exchange(unsigned i, unsigned j) {
        bool const swaps = key[j] < key[i];
        Bits const x = key[i];
        key[i] = swaps ? key[j] : x;
        key[j] = swaps ? x : key[j];
        if constexpr (HasPlaces) {
            std::uint16_t const p = place[i];
            place[i] = swaps ? place[j] : p;
            place[j] = swaps ? p : place[j];
        }
    }

    /// @return how many of the first d merged elements are of the first run
    template <class Keys>
    GPUALGO_DEVICE static unsigned split(Keys const& keys, unsigned first, unsigned na, unsigned nb,
                                         unsigned d) {
        unsigned begin = d > nb ? d - nb : 0, end = d < na ? d : na;
        while (begin < end) {
            unsigned const middle = (begin + end) / 2;
            if (keys.get(first + na + (d - 1 - middle)) < keys.get(first + middle)) end = middle;
            else begin = middle + 1;
        }
        return begin;
    }
};

} // namespace gpu::inline v0::kernel
