// SPDX-License-Identifier: Apache-2.0
/// @file
/// Merges and searches of sorted arrays on the host's cores.
#pragma once

#include "host/extrema/key_search.hpp"
#include "host/parallel.hpp"
#include "host/reduce/reduce.hpp"

#include <gpualgo/kernel/sorted/bounds.hpp>
#include <gpualgo/kernel/sorted/merge.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

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
template <class Bits, class Order>
void merge_part(plain_array<Bits> a, std::size_t i, std::size_t i_end, plain_array<Bits> b,
                std::size_t j, std::size_t j_end, std::byte* out, Order order) {
    auto const put = [&](Bits x) {
        __builtin_memcpy(out, &x, sizeof x);
        out += sizeof x;
    };
    while (i < i_end && j < j_end) { // no branch to be mispredicted
        Bits const x = a.get(i), y = b.get(j);
        bool const is_b = order.key(y) < order.key(x);
        put(is_b ? y : x);
        j += is_b ? 1 : 0;
        i += is_b ? 0 : 1;
    }
    for (; i < i_end; ++i) put(a.get(i));
    for (; j < j_end; ++j) put(b.get(j));
}

/// Merges two arrays.
template <class Bits, class Order>
void merge_on_cores(kernel::merge_arguments<Bits> const& given, Order order) {
    plain_array<Bits> const a(given.a), b(given.b);
    auto* const out = reinterpret_cast<std::byte*>(given.out);
    for_parts(given.na + given.nb, sizeof(Bits), [&](std::size_t begin, std::size_t end) {
        std::size_t const first = kernel::merge_split(a, given.na, b, given.nb, begin, order);
        std::size_t const last = kernel::merge_split(a, given.na, b, given.nb, end, order);
        if (last < first || last - first > end - begin) return; // the arrays are not sorted
        merge_part(a, first, last, b, begin - first, end - last, out + begin * sizeof(Bits), order);
    });
}

/// Searches an array for all values.
template <class Bits, class Order>
void find_bounds_on_cores(kernel::bounds_arguments<Bits> const& given, Order order) {
    constexpr std::size_t cost = 64; // of a search, in bytes that a merge would write
    plain_array<Bits> const sorted(given.sorted), values(given.values);
    for_parts(given.count, cost, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            std::size_t const found =
                kernel::find_bound(sorted, given.n, values.get(i), given.is_upper, order);
            if (given.wide != nullptr) given.wide[i] = found;
            else given.narrow[i] = static_cast<std::uint32_t>(found);
        }
    });
}

} // namespace gpu::inline v0::detail
