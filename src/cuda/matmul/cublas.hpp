// SPDX-License-Identifier: Apache-2.0
/// @file
/// Matrix products with cuBLAS.
#pragma once

#include "cuda/queue.hpp"

#include <gpualgo/abi/matmul_request.hpp>

#include <string>

namespace gpu::inline v0::detail {

/// Computes a checked request on the queue, and waits. Throws gpu::error if it fails.
/// @return the reason why cuBLAS cannot compute the product; empty if it has computed it
std::string cublas_matmul(cuda_queue& queue, matmul_request const& request);

} // namespace gpu::inline v0::detail
