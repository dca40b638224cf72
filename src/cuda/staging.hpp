// SPDX-License-Identifier: Apache-2.0
/// @file
/// Copies from and to GPUs, through page-locked buffers if host memory is not page-locked.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace gpu::inline v0::detail {

/// Copies in the order of the stream, and waits. GPUs can access page-locked memory only. Large
/// copies of other memory go through two buffers: one is on the bus while the host's cores fill or
/// empty the other. The GPU must be current. Throws gpu::error, after pending transfers have ended
/// or the GPU is lost.
void copy_staged(cudaStream_t stream, void* target, void const* source, std::size_t bytes);

/// Whether memory is page-locked at both ends. Between them it may not be, or be locked in pieces:
/// then CUDA refuses to copy it in one call.
[[nodiscard]] bool is_page_locked(void const* memory, std::size_t bytes);

} // namespace gpu::inline v0::detail
