// SPDX-License-Identifier: Apache-2.0
/// @file
/// Stream-ordered memory of GPUs, from one pool per GPU.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

// The GPU must be current in all functions except connect_pools.

/// Allocates memory aligned to 256 bytes. Work on the stream may use it at once, other streams
/// after the stream is synchronised. Throws gpu::out_of_memory.
void* allocate_on(cudaStream_t stream, std::uint32_t ordinal, std::size_t bytes);

/// As allocate_on, for a stream that is not captured. If memory is short, frees what the library
/// keeps for later calls.
void* allocate_for(cudaStream_t stream, std::uint32_t ordinal, std::size_t bytes);

/// Allocates memory that work on all streams may use. Does not use the default stream, so that it
/// can be called while streams are captured. If memory is short, frees what the library keeps for
/// later calls. Throws gpu::out_of_memory.
void* allocate_ready(std::uint32_t ordinal, std::size_t bytes);

/// Frees memory in the order of the stream. While a capture forbids the use of the default stream,
/// memory to be freed on it is kept. The next call after the capture frees it.
void deallocate_on(cudaStream_t stream, std::uint32_t ordinal, void* memory) noexcept;

/// Frees memory that no work uses.
void deallocate_idle(std::uint32_t ordinal, void* memory) noexcept;

/// Gives two GPUs access to each other's `allocate_on` memory, if they are connected, so that
/// copies between them avoid the host. Neither need be current.
void connect_pools(std::uint32_t a, std::uint32_t b);

} // namespace gpu::inline v0::detail
