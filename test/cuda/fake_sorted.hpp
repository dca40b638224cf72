// SPDX-License-Identifier: Apache-2.0
/// @file
/// Merges, searches, histograms and sorts by merges for the fake runtime, with their right results.
#pragma once

#include <gpualgo/kernel/sort/merge_pairs.hpp>
#include <gpualgo/kernel/sort/sort_runs.hpp>
#include <gpualgo/kernel/sorted/add_values.hpp>
#include <gpualgo/kernel/sorted/bounds.hpp>
#include <gpualgo/kernel/sorted/ends_of_numbers.hpp>
#include <gpualgo/kernel/sorted/histogram.hpp>
#include <gpualgo/kernel/sorted/merge.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

namespace gpu::inline v0::detail {

/// A plain array, as kernel bodies access arrays.
template <class T>
struct fake_array {
    T const* first;
    [[nodiscard]] T get(std::size_t i) const { return first[i]; }
};

template <class Body, class Bits, class Order>
void fake_sorted(kernel::merge_arguments<Bits> const& x, Order order) {
    if constexpr (std::is_same_v<Body, kernel::merge_tiles>)
        std::merge(x.a, x.a + x.na, x.b, x.b + x.nb, x.out,
                   [order](Bits a, Bits b) { return order.key(a) < order.key(b); });
}

template <class Body, class Bits, class Order>
void fake_sorted(kernel::bounds_arguments<Bits> const& x, Order order) {
    for (std::size_t i = 0; i < x.count; ++i) {
        auto const found =
            kernel::find_bound(fake_array<Bits>{x.sorted}, x.n, x.values[i], x.is_upper, order);
        if (x.wide != nullptr) x.wide[i] = found;
        else x.narrow[i] = static_cast<std::uint32_t>(found);
    }
}

template <class Body, class Order>
void fake_sorted(kernel::ends_arguments const& x, Order order) {
    for (unsigned i = 0; i < kernel::find_ends::numbers; ++i) {
        auto const number = static_cast<std::uint8_t>((i - 128) ^ order.flipped);
        auto const end = [&](std::uint8_t const* sorted, std::size_t n) {
            return kernel::find_bound(fake_array<std::uint8_t>{sorted}, n, number, x.are_ends,
                                      order);
        };
        x.ends[i] = end(x.a, x.na) + end(x.b, x.nb);
    }
}

template <class Body, class Order>
void fake_sorted(kernel::look_up_arguments const& x, Order order) {
    for (std::size_t i = 0; i < x.search.count; ++i) {
        auto const found = x.ends[order.key(x.search.values[i]) + 128];
        if (x.search.wide != nullptr) x.search.wide[i] = found;
        else x.search.narrow[i] = static_cast<std::uint32_t>(found);
    }
}

template <class Body, class T, class Op>
void fake_sorted(kernel::histogram_arguments<T> const& x, Op) {
    if (!x.is_cleared) {
        if (x.counts.narrow != nullptr) std::fill_n(x.counts.narrow, x.bins.count(), 0);
        if (x.counts.wide != nullptr) std::fill_n(x.counts.wide, x.bins.count(), 0);
    }
    auto const add = [](auto* counts, std::uint32_t bin) {
        if (counts != nullptr) ++counts[bin];
    };
    for (std::size_t i = 0; i < x.n; ++i)
        if (auto const bin = x.bins.find(fake_array<kernel::bin_edge<T>>{x.edges}, x.in[i]);
            bin < x.bins.count()) {
            add(x.counts.narrow, bin);
            add(x.counts.wide, bin);
        }
}

template <class Body, class T, class Op>
void fake_sorted(kernel::value_arguments<T> const& x, Op) {
    for (unsigned value = 0; value < kernel::add_values::threads; ++value) {
        auto const bin = x.bins.find(fake_array<kernel::bin_edge<T>>{x.edges},
                                     kernel::bit_cast<T>(static_cast<std::uint8_t>(value)));
        if (bin >= x.bins.count()) continue;
        if (x.counts.narrow != nullptr) x.counts.narrow[bin] += x.values[value];
        else x.counts.wide[bin] += x.values[value];
    }
}

template <class Body, class Op>
void fake_sorted(kernel::clear_counts_arguments const& x, Op) {
    if (x.counts.narrow != nullptr) std::fill_n(x.counts.narrow, x.n, 0);
    if (x.counts.wide != nullptr) std::fill_n(x.counts.wide, x.n, 0);
}

/// Sorts each run, or merges each two: both leave sorted runs.
template <class Body, class Bits, class Value, class Order>
void fake_sorted(kernel::run_arguments<Bits, Value> const& x, Order order) {
    std::size_t const run =
        std::is_same_v<Body, kernel::sort_runs> ? kernel::run_shape::run : 2 * std::size_t{x.run};
    std::vector<Bits> const keys(x.keys, x.keys + x.n);
    std::vector<std::uint32_t> indices(x.n);
    std::iota(indices.begin(), indices.end(), 0u);
    for (std::size_t i = 0; i < x.n; i += run)
        std::stable_sort(indices.begin() + static_cast<std::ptrdiff_t>(i),
                         indices.begin() +
                             static_cast<std::ptrdiff_t>(std::min<std::size_t>(i + run, x.n)),
                         [&](auto a, auto b) { return order(keys[a], keys[b]); });
    for (std::size_t i = 0; i < x.n; ++i) x.keys_out[i] = keys[indices[i]];
    if constexpr (!std::is_same_v<Value, kernel::no_value>) {
        std::vector<Value> moved;
        for (auto const i : indices)
            moved.push_back(x.values == nullptr ? static_cast<Value>(i) : x.values[i]);
        std::copy(moved.begin(), moved.end(), x.values_out);
    }
}

} // namespace gpu::inline v0::detail
