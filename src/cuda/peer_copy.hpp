// SPDX-License-Identifier: Apache-2.0
/// @file
/// Copies between two GPUs.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// Memory of a GPU.
template <class Void>
struct gpu_memory {
    std::uint32_t ordinal;
    Void* address;
};

/// Copies in the order of a stream of the target's GPU, and waits. The copy follows all work
/// submitted to the default stream of the source's GPU. The target's GPU must be current. Throws
/// gpu::error.
void copy_between_gpus(cudaStream_t stream, gpu_memory<void> target, gpu_memory<void const> source,
                       std::size_t bytes);

} // namespace gpu::inline v0::detail
