// SPDX-License-Identifier: Apache-2.0
/// @file
/// Block sizes and register limits of the matmul kernels, for the files matmul_*.cu.
#pragma once

#include "cuda/reduce/tables.cuh"
#include "matmul/table.hpp"

#include <gpualgo/kernel/matmul/warp_matrix.cuh>

namespace gpu::inline v0::detail {

// A thread keeps 64 or 128 sums and the next operands in registers, which helps more than a second
// resident block.
template <unsigned Rows, unsigned Columns, unsigned VectorOfB>
inline constexpr unsigned largest_block<kernel::matmul_register_tile<Rows, Columns, VectorOfB>> =
    kernel::matmul_register_tile<Rows, Columns>::threads;
template <unsigned Rows, unsigned Columns, unsigned VectorOfB, class Arguments>
inline constexpr unsigned
    fewest_blocks<kernel::matmul_register_tile<Rows, Columns, VectorOfB>, Arguments> = 1;
// Threads that copy tiles need no registers for elements of the next ones. A register limit lets 5
// blocks run at once, if the GPU has the shared memory.
template <unsigned VectorOfB, class Value, class Result>
    requires(kernel::matmul_register_tile<64, 64>::is_copied<Value>)
inline constexpr unsigned fewest_blocks<kernel::matmul_register_tile<64, 64, VectorOfB>,
                                        kernel::register_tile_arguments<Value, Result>> = 5;

// The same for tensor cores, with 128 sums per thread and twice as many registers.
template <>
inline constexpr unsigned largest_block<kernel::matmul_mma> = kernel::matmul_mma::threads;
template <class Arguments>
inline constexpr unsigned fewest_blocks<kernel::matmul_mma, Arguments> = 2;

// Two blocks per multiprocessor: one multiplies while the other waits for tiles. 32 registers
// suffice for most types.
template <class Policy, memory_space Space, class Value, class Result>
    requires(std::same_as<Policy, policy::shared_tile> ||
             std::same_as<Policy, policy::bank_conflict_free>)
inline constexpr unsigned
    fewest_blocks<kernel::matmul<Policy, Space>, kernel::matmul_problem<Value, Result>> =
        sizeof(Value) == 2 || sizeof(Value) == 4 ? 2 : 1;

// Rows or columns are in flight.
template <class Body>
    requires std::derived_from<Body, kernel::matmul_vector>
inline constexpr unsigned largest_block<Body> = kernel::matmul_vector::threads;
template <class Body, class Arguments>
    requires std::derived_from<Body, kernel::matmul_vector>
inline constexpr unsigned fewest_blocks<Body, Arguments> = 2;

template <unsigned Columns>
inline constexpr unsigned largest_block<kernel::matmul_narrow<Columns>> =
    kernel::matmul_narrow<Columns>::threads;
template <unsigned Columns, class Arguments>
inline constexpr unsigned fewest_blocks<kernel::matmul_narrow<Columns>, Arguments> = 6;

// Partials of several parts are loaded at once.
template <>
inline constexpr unsigned largest_block<kernel::matmul_add_parts> = default_block_size;
template <class Arguments>
inline constexpr unsigned fewest_blocks<kernel::matmul_add_parts, Arguments> = 2;

} // namespace gpu::inline v0::detail
