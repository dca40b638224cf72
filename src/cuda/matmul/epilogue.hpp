// SPDX-License-Identifier: Apache-2.0
/// @file
/// Epilogues of products on GPUs.
#pragma once

#include "cuda/queue.hpp"

#include <gpualgo/abi/matmul_request.hpp>

namespace gpu::inline v0::detail {

/// Writes C of a single product from its sums, in the order of the queue. Needs nvcc.
void apply_epilogue(cuda_queue& queue, matmul_request const& request, matmul_operand const& sums);

} // namespace gpu::inline v0::detail
