// SPDX-License-Identifier: Apache-2.0
/// @file
/// The table of products: from the numbers of a request to the instantiation.
#pragma once

#include "matmul.hpp"
#include "table.hpp"

#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::detail {

/// A product, with the types gone.
template <class Queue>
using matmul_function = void (*)(Queue& queue, matmul_request const& request);

/// Everything that a device with kernels can do for matmul, by strategy, space, and types of
/// elements and of C. Null if nothing is compiled; `automatic`, `vendor` and `tensor_core` are the
/// backend's own matter.
template <class Queue>
struct matmul_table {
    matmul_function<Queue> of[matmul_strategies::size][spaces][matmul_types::size]
                             [matmul_types::size] = {};
};

template <class Queue, class Policy, memory_space Space, class Value, class Result>
void run_matmul(Queue& queue, matmul_request const& request) {
    auto const arguments = arguments_of<Value, Result>(request);
    if (arguments.k == 0) matmul_scaled(queue, arguments);
    else if constexpr (std::is_same_v<Policy, policy::register_tile>)
        matmul_register_tiles(queue, arguments, request.block_size);
    else matmul_named<Policy, Space>(queue, arguments, request.block_size);
}

/// The entries of products of `Value`. A device may enter one type from each of several files.
template <class Value, class Queue>
constexpr void fill(matmul_table<Queue>& table) {
    for_each(matmul_strategies{}, [&]<class Policy>(std::type_identity<Policy>,
                                                    std::size_t strategy) {
        if constexpr (!std::is_same_v<Policy, policy::automatic> &&
                      !std::is_same_v<Policy, policy::vendor> &&
                      !std::is_same_v<Policy, policy::tensor_core>)
            for_each(matmul_types{}, [&]<class Result>(std::type_identity<Result>,
                                                       std::size_t result) {
                auto const enter = [&]<memory_space Space>(
                                       std::integral_constant<memory_space, Space>) {
                    if constexpr (listed_product<Value, Result> && exchanges_through<Policy>(Space))
                        table.of[strategy][static_cast<std::size_t>(Space)]
                                [place_of<Value, matmul_types>][result] =
                            &run_matmul<Queue, Policy, Space, Value, Result>;
                };
                enter(std::integral_constant<memory_space, memory_space::shared>{});
                enter(std::integral_constant<memory_space, memory_space::global>{});
                enter(std::integral_constant<memory_space, memory_space::registers>{});
            });
    });
}

/// Runs a checked request for a strategy with kernels of its own.
template <class Queue>
void run(matmul_table<Queue> const& table, Queue& queue, matmul_request const& request) {
    table.of[request.strategy][request.space][request.value][request.result](queue, request);
}

} // namespace gpu::inline v0::detail
