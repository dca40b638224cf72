// SPDX-License-Identifier: Apache-2.0
/// @file
/// The table of a device's kernels for top_k, indexed by element type.
#pragma once

#include "call/tabulate.hpp"

#include <gpualgo/abi/sort_request.hpp>
#include <gpualgo/abi/top_k_request.hpp>
#include <gpualgo/detail/extrema_order.hpp>
#include <gpualgo/kernel/top_k/launches.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// A call, type-erased.
template <class Queue>
using top_k_function = void (*)(Queue& queue, top_k_request const& request);

/// Null for types without an order.
template <class Queue>
using top_k_table = std::array<top_k_function<Queue>, types::size>;

/// The elements that a checked request writes.
inline std::size_t written(top_k_request const& request) {
    return static_cast<std::size_t>(std::min(request.k, request.n));
}

/// Sorts elements of type T in place and stably, by the device's sort of numbers. That has another
/// order of -0, +0 and NaNs than searches: numbers with these are sorted by their keys.
template <class Device, class T, class Queue>
void sort_elements(Queue& queue, top_k_request const& request, key_bits<T>* x, std::size_t n) {
    using bits = key_bits<T>;
    sort_request sort;
    sort.n = n;
    sort.first = x;
    sort.value = request.value;
    sort.is_descending = request.is_descending;
    sort.wanted = static_cast<std::uint32_t>(sort_kind::sort);
    if constexpr (!std::integral<T>) {
        auto* const keys = queue.template allocate<bits>(n);
        queue.template launch<kernel::list_keys>(
            loop_over(queue, n), kernel::key_list_arguments<bits>{x, keys, n},
            digit_order<order_of<T>>{order_for<T>(request.is_descending != 0)});
        sort.first = keys;
        sort.value = number_of<bits, types>;
        sort.is_descending = 0;
        sort.wanted = static_cast<std::uint32_t>(sort_kind::sort_by_key);
        sort.values = x;
        sort.value_size = sizeof(bits);
    }
    Device::sort(queue, sort);
}

template <class Device, class T, class Queue>
void run_top_k(Queue& queue, top_k_request const& request) {
    using bits = key_bits<T>;
    find_top_k(queue, static_cast<bits const*>(request.first), request.n, written(request),
               order_for<T>(request.is_descending != 0), static_cast<bits*>(request.out),
               Device::limits,
               [&](bits* x, std::size_t n) { sort_elements<Device, T>(queue, request, x, n); });
}

/// @tparam Device has `limits`, and `sort(queue, request)`, which sorts numbers and waits
template <class Queue, class Device>
constexpr top_k_table<Queue> make_top_k_table() {
    return tabulate(
        []<class T>(type_list<T>) -> top_k_function<Queue> {
            if constexpr (in_list<T, real_types>) return &run_top_k<Device, T, Queue>;
            else return nullptr;
        },
        types());
}

/// Runs a checked request, see backend.hpp.
template <class Queue>
void run(top_k_table<Queue> const& table, Queue& queue, top_k_request const& request) {
    table[request.value](queue, request);
}

} // namespace gpu::inline v0::detail
