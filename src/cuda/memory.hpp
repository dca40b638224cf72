// SPDX-License-Identifier: Apache-2.0
/// @file
/// Memory of GPUs, from one pool per GPU: allocated and given back in the order of a stream.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

// The GPU must be the current device of all these.

/// Memory of the GPU, aligned to 256 bytes. Work on the stream may use it; work on others once the
/// stream is synchronised. Throws gpu::out_of_memory.
void* allocate_on(cudaStream_t stream, std::uint32_t ordinal, std::size_t bytes);

/// Memory that work on all streams may use. The default stream has no part in it, so that it can be
/// called while streams are captured. Throws gpu::out_of_memory.
void* allocate_ready(std::uint32_t ordinal, std::size_t bytes);

/// Gives memory back once the stream has done the work that it was given so far. While a capture
/// forbids the use of the default stream, memory that is given back on that one is kept; the next
/// call behind the capture gives it back.
void deallocate_on(cudaStream_t stream, std::uint32_t ordinal, void* memory) noexcept;

/// Gives back memory that no work uses any more.
void deallocate_idle(std::uint32_t ordinal, void* memory) noexcept;

/// The GPU whose memory this is; the host if CUDA does not know it, or if both can read it. Never
/// initialises CUDA.
[[nodiscard]] bool is_cuda_memory(void const* memory, std::uint32_t& ordinal) noexcept;

} // namespace gpu::inline v0::detail
