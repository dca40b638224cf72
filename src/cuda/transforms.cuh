// SPDX-License-Identifier: Apache-2.0
/// @file
/// What the files transform_*.cu instantiate.
#pragma once

#include "launch.cuh"
#include "transforms.hpp"

namespace gpu::inline v0::detail {

template <class T>
void add_transforms(transform_table<cuda_queue>& table) {
    fill_transforms<cuda_queue, T>(table);
}

} // namespace gpu::inline v0::detail
