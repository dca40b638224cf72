// SPDX-License-Identifier: Apache-2.0
/// @file
/// cuBLAS, loaded when it is first needed. It is larger than all the rest together: the library
/// does not link it.
#pragma once

#include <gpualgo/detail/matmul_request.hpp>

#include <cuda_runtime_api.h>

#include <cstdint>
#include <string>

namespace gpu::inline v0::detail {

/// Computes a checked request on a stream of a GPU, which must be the current device.
/// @return why cuBLAS cannot compute it, or empty where it will. Throws gpu::error where it fails.
std::string cublas_matmul(std::uint32_t ordinal, cudaStream_t stream,
                          matmul_request const& request);

} // namespace gpu::inline v0::detail
