// SPDX-License-Identifier: Apache-2.0
/// @file
/// Small products of float and double on GPUs of compute capability 9.0. Needs nvcc.
#pragma once

#include "cuda/queue.hpp"

#include <gpualgo/abi/matmul_request.hpp>

namespace gpu::inline v0::detail {

/// Whether a GPU has the kernels.
/// @param capability of the GPU: 90 is 9.0
bool has_small_tiles(int capability);

/// Computes a product that `is_small_product`, see matmul/small_heuristic.hpp, in the order of the
/// queue.
void multiply_small(cuda_queue& queue, matmul_request const& request);

} // namespace gpu::inline v0::detail
