// SPDX-License-Identifier: Apache-2.0
/// @file
/// The definition of `add_kernels`, for the files that instantiate it.
#pragma once

#include "cuda/launch.cuh"
#include "tables.hpp"

namespace gpu::inline v0::detail {

template <class T, class Table>
void add_kernels(Table& table) {
    fill<T>(table);
}

} // namespace gpu::inline v0::detail
