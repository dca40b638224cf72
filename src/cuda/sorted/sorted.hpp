// SPDX-License-Identifier: Apache-2.0
/// @file
/// Merges, searches of sorted ranges and histograms on GPUs.
#pragma once

#include "cuda/queue.hpp"

namespace gpu::inline v0::detail {

template <class Queue>
struct sorted_table;

/// The table of the library's kernels, see sorted/table.hpp; compiled in sorted.cu.
sorted_table<cuda_queue> make_sorted();

} // namespace gpu::inline v0::detail
