// SPDX-License-Identifier: Apache-2.0
/// @file
/// From CUDA's error codes to the exceptions of gpualgo/error.hpp.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>

namespace gpu::inline v0::detail {

/// CUDA's words for a code: "an illegal memory access was encountered (cudaErrorIllegalAddress,
/// 700)".
std::string cuda_words(cudaError_t code);

/// Throws what a failed call stands for: gpu::device_fault where the process has lost its GPUs,
/// gpu::out_of_memory with what is free, else gpu::error. CUDA's note of the thread's last error is
/// cleared: the exception takes its place.
/// @param code not cudaSuccess
/// @param call the function's name
/// @param bytes what the call was to allocate; 0 where it allocates nothing by itself
[[noreturn]] void fail_cuda(cudaError_t code, char const* call, std::size_t bytes = 0);

/// Throws where a call failed. CUDA also reports failures of earlier asynchronous work this way.
inline void check_cuda(cudaError_t code, char const* call, std::size_t bytes = 0) {
    if (code != cudaSuccess) fail_cuda(code, call, bytes);
}

/// For calls in destructors: there is nobody to tell, and after the end of `main` the driver may be
/// gone already.
inline void ignore_failure(cudaError_t code) noexcept {
    if (code != cudaSuccess) (void)cudaGetLastError(); // or the program's next check would find it
}

} // namespace gpu::inline v0::detail
