// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products of matrices by cuBLAS.
#pragma once

#include "cuda/queue.hpp"

#include <gpualgo/abi/matmul_request.hpp>

#include <string>

namespace gpu::inline v0::detail {

/// Computes a checked request on the queue, and waits. Throws gpu::error if that fails.
/// @return why cuBLAS cannot compute it, and has not; empty if it has
std::string cublas_matmul(cuda_queue& queue, matmul_request const& request);

} // namespace gpu::inline v0::detail
