// SPDX-License-Identifier: Apache-2.0
/// @file
/// Merges and searches of sorted arrays on the host's cores.
#pragma once

#include "host/extrema/key_search.hpp"
#include "host/parallel.hpp"
#include "host/reduce/reduce.hpp"

#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/sorted/bounds.hpp>
#include <gpualgo/kernel/sorted/merge.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

/// An array for functions that kernels and the host share. Elements are accessed by their bits.
template <class Bits>
struct plain_array {
    std::byte const* bytes;
    explicit plain_array(Bits const* first) : bytes(reinterpret_cast<std::byte const*>(first)) {}
    [[nodiscard]] Bits get(std::size_t i) const { return bits_at<Bits>(bytes, i); }
};

/// Calls f(begin, end) for parts of [0, n), on all cores if that is worthwhile.
/// @param size bytes per element
template <class F>
void for_parts(std::size_t n, std::size_t size, F const& f) {
    if (n <= one_core_bytes / size) return f(0, n);
    std::size_t const part = std::max(task_bytes / size, n / max_tasks + 1);
    parallel_for((n + part - 1) / part,
                 [&](std::size_t i) { f(i * part, std::min(n, (i + 1) * part)); });
}

/// Merges elements [i, i_end) of a and [j, j_end) of b.
/// @param precedes called as precedes(y, x): whether y comes before x
template <class Bits, class Precedes>
void merge_part(plain_array<Bits> a, std::size_t i, std::size_t i_end, plain_array<Bits> b,
                std::size_t j, std::size_t j_end, std::byte* out, Precedes precedes) {
    auto const put = [&](Bits x) {
        __builtin_memcpy(out, &x, sizeof x);
        out += sizeof x;
    };
    while (i < i_end && j < j_end) { // no branch to be mispredicted
        Bits const x = a.get(i), y = b.get(j);
        bool const is_b = precedes(y, x);
        put(is_b ? y : x);
        j += is_b ? 1 : 0;
        i += is_b ? 0 : 1;
    }
    for (; i < i_end; ++i) put(a.get(i));
    for (; j < j_end; ++j) put(b.get(j));
}

/// The floating-point type that the processor compares, of a size.
template <class Bits>
using number_of_bits = std::conditional_t<sizeof(Bits) == 8, double, float>;

/// Calls merge(precedes) with the fastest comparison for two sorted arrays that are not empty.
/// Floating-point numbers without NaNs are compared as such. NaNs come last, so the last elements
/// say whether there are any.
template <class Bits, bool Floating, class Merge>
void with_comparison(kernel::key_order<Bits, Floating> order, Bits last_a, Bits last_b,
                     Merge merge) {
    if constexpr (Floating && sizeof(Bits) >= 4) {
        using number = number_of_bits<Bits>;
        auto const value = [](Bits x) { return kernel::bit_cast<number>(x); };
        if (value(last_a) == value(last_a) && value(last_b) == value(last_b)) {
            if (order.flipped == 0)
                return merge([=](Bits y, Bits x) { return value(y) < value(x); });
            return merge([=](Bits y, Bits x) { return value(y) > value(x); });
        }
    }
    merge([=](Bits y, Bits x) { return order.key(y) < order.key(x); });
}

/// Merges two arrays.
template <class Bits, class Order>
void merge_on_cores(kernel::merge_arguments<Bits> const& given, Order order) {
    plain_array<Bits> const a(given.a), b(given.b);
    auto* const out = reinterpret_cast<std::byte*>(given.out);
    auto const merge = [&](auto precedes) {
        for_parts(given.na + given.nb, sizeof(Bits), [&](std::size_t begin, std::size_t end) {
            std::size_t const first = kernel::merge_split(a, given.na, b, given.nb, begin, order);
            std::size_t const last = kernel::merge_split(a, given.na, b, given.nb, end, order);
            if (last < first || last - first > end - begin) return; // the arrays are not sorted
            merge_part(a, first, last, b, begin - first, end - last, out + begin * sizeof(Bits),
                       precedes);
        });
    };
    with_comparison(order, given.na != 0 ? a.get(given.na - 1) : Bits{},
                    given.nb != 0 ? b.get(given.nb - 1) : Bits{}, merge);
}

/// Searches a sorted array for several values at once: their loads do not wait for each other.
/// @param precedes called as precedes(y, x): whether y comes before x
template <bool IsUpper, std::size_t Count, class Bits, class Precedes>
void find_bounds_together(plain_array<Bits> sorted, std::size_t n, Bits const (&values)[Count],
                          std::size_t (&found)[Count], Precedes precedes) {
    for (std::size_t& position : found) position = 0;
    for (std::size_t left = n; left > 0;) {
        std::size_t const half = (left + 1) / 2;
        for (std::size_t k = 0; k < Count; ++k) {
            Bits const other = sorted.get(found[k] + half - 1);
            bool const is_before =
                IsUpper ? !precedes(values[k], other) : precedes(other, values[k]);
            found[k] += is_before ? half : 0;
        }
        left -= half;
    }
}

/// @return a NaN of some values, if there is one
template <bool Floating, std::size_t Count, class Bits>
Bits nan_or_first(Bits const (&values)[Count]) {
    Bits result = values[0];
    if constexpr (Floating && sizeof(Bits) >= 4)
        for (Bits const bits : values) {
            auto const x = kernel::bit_cast<number_of_bits<Bits>>(bits);
            if (x != x) result = bits;
        }
    return result;
}

/// Searches an array for all values.
template <class Bits, bool Floating>
void find_bounds_on_cores(kernel::bounds_arguments<Bits> const& given,
                          kernel::key_order<Bits, Floating> order) {
    constexpr std::size_t cost = 64; // of a search, in bytes that a merge would write
    constexpr std::size_t together = 8;
    plain_array<Bits> const sorted(given.sorted), values(given.values);
    Bits const last = given.n != 0 ? sorted.get(given.n - 1) : Bits{};
    for_parts(given.count, cost, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; i += together) {
            std::size_t const count = std::min(together, end - i);
            Bits some[together] = {};
            std::size_t found[together];
            for (std::size_t k = 0; k < count; ++k) some[k] = values.get(i + k);
            with_comparison(order, last, nan_or_first<Floating>(some), [&](auto precedes) {
                if (given.is_upper)
                    find_bounds_together<true>(sorted, given.n, some, found, precedes);
                else find_bounds_together<false>(sorted, given.n, some, found, precedes);
            });
            for (std::size_t k = 0; k < count; ++k)
                if (given.wide != nullptr) given.wide[i + k] = found[k];
                else given.narrow[i + k] = static_cast<std::uint32_t>(found[k]);
        }
    });
}

} // namespace gpu::inline v0::detail
