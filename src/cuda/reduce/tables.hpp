// SPDX-License-Identifier: Apache-2.0
/// @file
/// The tables of kernels on GPUs.
#pragma once

#include "cuda/queue.hpp"

namespace gpu::inline v0::detail {

template <class Queue>
struct extrema_table;

/// Enters the kernels for a type into a table of reductions, transforms or products. Defined for
/// the listed types in reduce_*.cu, transform_*.cu and matmul_*.cu, so that they are compiled side
/// by side.
template <class T, class Table>
void add_kernels(Table& table);

/// The table of searches, which extrema.cu compiles.
extrema_table<cuda_queue> make_searches();

} // namespace gpu::inline v0::detail
