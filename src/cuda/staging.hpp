// SPDX-License-Identifier: Apache-2.0
/// @file
/// Copies from and to memory of GPUs, through page-locked memory where the host's is not.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace gpu::inline v0::detail {

/// Copies in the order of the stream, and waits. GPUs only reach page-locked memory by themselves:
/// large copies of other memory go through two buffers, of which one is on the bus while the host's
/// cores work on the other. The GPU must be current. Throws gpu::error; what was on its way is done
/// then, or the GPU lost.
void copy_staged(cudaStream_t stream, void* target, void const* source, std::size_t bytes);

} // namespace gpu::inline v0::detail
