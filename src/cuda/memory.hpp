// SPDX-License-Identifier: Apache-2.0
/// @file
/// Memory of GPUs: allocated and given back in the order of a stream, from a pool a GPU.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// Memory of the GPU, which must be current, aligned to 256 bytes. Work on the stream may use it;
/// work on others once the stream is synchronised. Throws gpu::out_of_memory.
void* allocate_on(cudaStream_t stream, std::uint32_t ordinal, std::size_t bytes);

/// Gives memory back once the stream has done what it was given so far. The memory's GPU must be
/// current.
void deallocate_on(cudaStream_t stream, void* memory) noexcept;

/// The GPU whose memory this is; the host where CUDA does not know it, or where both can read it.
/// Never initialises CUDA.
[[nodiscard]] bool is_cuda_memory(void const* memory, std::uint32_t& ordinal) noexcept;

} // namespace gpu::inline v0::detail
