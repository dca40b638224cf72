// SPDX-License-Identifier: Apache-2.0
/// @file
/// Converts CUDA's error codes to the exceptions of gpualgo/error.hpp.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>

namespace gpu::inline v0::detail {

/// CUDA's text for an error code: "an illegal memory access was encountered
/// (cudaErrorIllegalAddress, 700)".
std::string cuda_words(cudaError_t code);

/// Throws the exception for a failed call: gpu::device_fault if the process can no longer use GPUs,
/// gpu::out_of_memory with the free bytes, or gpu::error. Clears CUDA's last error of the thread.
/// @param code not cudaSuccess
/// @param call the function's name
/// @param bytes size of the allocation; 0 if the call does not allocate
[[noreturn]] void fail_cuda(cudaError_t code, char const* call, std::size_t bytes = 0);

/// Throws if a call failed. CUDA also reports failures of earlier asynchronous work this way.
inline void check_cuda(cudaError_t code, char const* call, std::size_t bytes = 0) {
    if (code != cudaSuccess) fail_cuda(code, call, bytes);
}

/// Ignores failures in destructors: they cannot be reported, and after the end of `main` the driver
/// may have shut down.
inline void ignore_failure(cudaError_t code) noexcept {
    if (code != cudaSuccess) (void)cudaGetLastError(); // or the next check would find it
}

} // namespace gpu::inline v0::detail
