// SPDX-License-Identifier: Apache-2.0
/// @file
/// The table of products, from the numbers of a request to the instantiation.
#pragma once

#include "epilogue.hpp"
#include "matmul.hpp"
#include "mma.hpp"
#include "reduce/table.hpp"
#include "vector.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

class cuda_queue;

/// Whether a queue launches kernels with mma.sync for matrices of `Value`.
template <class Queue, class Value>
inline constexpr bool has_mma_kernels =
    std::is_same_v<Queue, cuda_queue> && !std::is_same_v<Value, double> &&
    !std::is_same_v<Value, std::int32_t>;

/// A product, type-erased.
template <class Queue>
using matmul_function = void (*)(Queue& queue, matmul_request const& request);

/// All matmul kernels of a device, by element type, strategy, space and result type. An entry is
/// null if it is not compiled. Each backend runs `vendor` itself; `automatic` has the kernels for a
/// matrix and a few vectors, which no other policy takes. `tensor_core` has the kernels with
/// mma.sync; those of float compute in TF32.
template <class Queue>
struct matmul_table {
    table_by<matmul_function<Queue>, matmul_types, matmul_strategies, memory_spaces, matmul_types>
        of{};
};

template <class Queue, class Policy, memory_space Space, class Value, class Result>
void run_matmul(Queue& queue, matmul_request const& request) {
    auto const problem = problem_of<Value, Result, std::size_t>(request);
    if (problem.k == 0) matmul_scaled(queue, problem);
    else if constexpr (std::is_same_v<Policy, policy::register_tile>)
        matmul_register_tiles(
            queue, problem,
            choose_register_tile<Value>(queue, problem.m, problem.n, problem.k, request.block_size),
            epilogue_list_of<matmul_accumulator<Value>>(request));
    else matmul_named<Policy, Space>(queue, problem, request.block_size);
}

/// Computes a product whose alpha and k are not 0.
template <class Queue, class Value, class Result>
void run_matmul_mma(Queue& queue, matmul_request const& request) {
    auto const problem = problem_of<Value, Result, std::size_t>(request);
    matmul_mma_tiles(queue, problem,
                     mma_splits(problem.m, problem.n, problem.k, queue.resident_blocks(1024)),
                     epilogue_list_of<matmul_accumulator<Value>>(request));
}

/// Computes a product that satisfies `has_vector_kernel`.
template <class Queue, class Value, class Result>
void run_matmul_vector(Queue& queue, matmul_request const& request) {
    auto const problem = problem_of<Value, Result, std::size_t>(request);
    if (problem.k == 0) matmul_scaled(queue, problem);
    else matmul_vector(queue, problem);
}

/// Fills the entries for products of `Value`. Several files may each fill the entries of one type.
template <class Value, class Queue>
constexpr void fill(matmul_table<Queue>& table) {
    auto const product = []<class Policy, class Space, class Result>(
                             type_list<Policy, Space, Result>) -> matmul_function<Queue> {
        if constexpr (!listed_product<Value, Result>) return nullptr;
        else if constexpr (std::is_same_v<Policy, policy::automatic>)
            return Space::value == policy::register_tile::spaces[0]
                       ? &run_matmul_vector<Queue, Value, Result>
                       : nullptr;
        else if constexpr (std::is_same_v<Policy, policy::tensor_core>) {
            if constexpr (has_mma_kernels<Queue, Value> && exchanges_through<Policy>(Space::value))
                return &run_matmul_mma<Queue, Value, Result>;
            else return nullptr;
        } else if constexpr (!std::is_same_v<Policy, policy::vendor> &&
                             exchanges_through<Policy>(Space::value))
            return &run_matmul<Queue, Policy, Space::value, Value, Result>;
        else return nullptr;
    };
    table.of[index_of<Value, matmul_types>] =
        tabulate(product, matmul_strategies(), memory_spaces(), matmul_types());
}

/// The space of the entries of `automatic`.
inline constexpr auto space_of_vectors =
    static_cast<std::uint32_t>(policy::register_tile::spaces[0]);

/// Runs a checked request for a strategy that has kernels in the table; for `automatic`, a request
/// that satisfies `has_vector_kernel`.
template <class Queue>
void run(matmul_table<Queue> const& table, Queue& queue, matmul_request const& request) {
    table.of[request.value][request.strategy][request.space][request.result](queue, request);
}

} // namespace gpu::inline v0::detail
