// SPDX-License-Identifier: Apache-2.0
/// @file
/// What the files reduce_*.cu instantiate.
#pragma once

#include "launch.cuh"
#include "reductions.hpp"

namespace gpu::inline v0::detail {

template <class T>
void add_reductions(reduce_table<cuda_queue>& table) {
    fill_accumulator<cuda_queue, T>(table);
}

} // namespace gpu::inline v0::detail
