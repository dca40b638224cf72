// SPDX-License-Identifier: Apache-2.0
/// @file
/// The table of products of matrices on GPUs. The kernels for each type of elements are a file of
/// their own, matmul_*.cu, so that they are compiled side by side.
#pragma once

#include "../matmul_table.hpp"
#include "queue.hpp"

namespace gpu::inline v0::detail {

/// Enters products of `Value`. Defined for the listed types in matmul_*.cu.
template <class Value>
void add_products(matmul_table<cuda_queue>& table);

} // namespace gpu::inline v0::detail
