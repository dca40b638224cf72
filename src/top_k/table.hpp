// SPDX-License-Identifier: Apache-2.0
/// @file
/// The table of a device's kernels for top_k, indexed by element type.
#pragma once

#include "call/tabulate.hpp"

#include <gpualgo/abi/top_k_request.hpp>
#include <gpualgo/detail/extrema_order.hpp>
#include <gpualgo/kernel/top_k/launches.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

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

template <class Queue, class T>
void run_top_k(Queue& queue, top_k_request const& request) {
    using bits = key_bits<T>;
    find_top_k(queue, static_cast<bits const*>(request.first), request.n, written(request),
               order_for<T>(request.is_descending != 0), static_cast<bits*>(request.out));
}

template <class Queue>
constexpr top_k_table<Queue> make_top_k_table() {
    return tabulate(
        []<class T>(type_list<T>) -> top_k_function<Queue> {
            if constexpr (in_list<T, real_types>) return &run_top_k<Queue, T>;
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
