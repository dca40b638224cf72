// SPDX-License-Identifier: Apache-2.0
/// @file
/// The table of reductions of transformed elements on GPUs. Each accumulator's kernels are a file
/// of their own, transform_*.cu, so that they are compiled side by side.
#pragma once

#include "../transform_table.hpp"
#include "queue.hpp"

namespace gpu::inline v0::detail {

/// Enters what accumulates in T. Defined for the listed types in transform_*.cu.
template <class T>
void add_transforms(transform_table<cuda_queue>& table);

} // namespace gpu::inline v0::detail
