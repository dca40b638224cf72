// SPDX-License-Identifier: Apache-2.0
/// @file
/// The tables of kernels on GPUs.
#pragma once

#include "cuda/queue.hpp"

namespace gpu::inline v0::detail {

template <class Queue>
struct extrema_table;
template <class Queue>
struct scan_table;

/// Adds the kernels of a type to a table of reductions, transforms, scans or products. Instantiated
/// for the listed types in reduce_*.cu, transform_*.cu, scan_*.cu and matmul_*.cu, so that they
/// compile in parallel.
template <class T, class Table>
void add_kernels(Table& table);

/// The table of searches; compiled in searches.cu.
extrema_table<cuda_queue> make_searches();

} // namespace gpu::inline v0::detail
