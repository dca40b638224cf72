// SPDX-License-Identifier: Apache-2.0
/// @file
/// The table of searches for the ends of a range on GPUs. Kernels are compiled in extrema_*.cu.
#pragma once

#include "../extrema_table.hpp"
#include "queue.hpp"

namespace gpu::inline v0::detail {

/// Enters the integers. Defined in extrema_integers.cu.
void add_extrema_of_integers(extrema_table<cuda_queue>& table);
/// Enters the floating-point numbers. Defined in extrema_floats.cu.
void add_extrema_of_floats(extrema_table<cuda_queue>& table);

} // namespace gpu::inline v0::detail
