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

/// Lets two GPUs read and write what `allocate_on` gives on either, if they are connected. Copies
/// between them need not take the way through the host then. Neither need be current.
void connect_pools(std::uint32_t a, std::uint32_t b);

} // namespace gpu::inline v0::detail
