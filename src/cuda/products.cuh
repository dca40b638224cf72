// SPDX-License-Identifier: Apache-2.0
/// @file
/// What the files matmul_*.cu instantiate.
#pragma once

#include "launch.cuh"
#include "products.hpp"

namespace gpu::inline v0::detail {

// A thread keeps 64 sums, and the next elements: more registers serve it better than a second block.
template <unsigned Rows, unsigned Columns>
inline constexpr unsigned largest_block<kernel::matmul_register_tile<Rows, Columns>> = kernel::matmul_register_tile<Rows, Columns>::threads;
template <unsigned Rows, unsigned Columns>
inline constexpr unsigned fewest_blocks<kernel::matmul_register_tile<Rows, Columns>> = 1;

// Sums of many parts are loaded at once.
template <>
inline constexpr unsigned largest_block<kernel::matmul_add_parts> = default_block_size;
template <>
inline constexpr unsigned fewest_blocks<kernel::matmul_add_parts> = 2;

template <class Value>
void add_products(matmul_table<cuda_queue>& table) {
    fill_products<cuda_queue, Value>(table);
}

} // namespace gpu::inline v0::detail
