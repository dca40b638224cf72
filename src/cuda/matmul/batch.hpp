// SPDX-License-Identifier: Apache-2.0
/// @file
/// Batches of products in one launch on GPUs.
#pragma once

#include "cuda/queue.hpp"

#include <gpualgo/abi/matmul_request.hpp>

namespace gpu::inline v0::detail {

/// Computes a batch that `is_one_launch`, see matmul/batch_launch.hpp, in the order of the queue.
/// Needs nvcc.
void multiply_batch(cuda_queue& queue, matmul_request const& request);

} // namespace gpu::inline v0::detail
