// SPDX-License-Identifier: Apache-2.0
/// @file
/// Matrix products with cuBLAS.
#pragma once

#include "cuda/queue.hpp"

#include <gpualgo/abi/matmul_request.hpp>

#include <string>

namespace gpu::inline v0::detail {

/// Submits a checked request to the queue's stream. Throws gpu::error if that fails.
/// @return the reason why cuBLAS cannot compute the product; empty if it is submitted
std::string cublas_matmul(cuda_queue& queue, matmul_request const& request);

/// The same for a batch, in one call of cuBLAS.
std::string cublas_matmul_batch(cuda_queue& queue, matmul_request const& request);

} // namespace gpu::inline v0::detail
