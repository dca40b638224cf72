// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kernel of transforms as nvcc compiles it with an operator in the source: to compare with.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace bench {

/// y = a x + y, for pointers at multiples of 16 bytes.
void plain_axpy(float a, float const* x, float* y, std::size_t n, cudaStream_t stream);

} // namespace bench
