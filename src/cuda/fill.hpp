// SPDX-License-Identifier: Apache-2.0
/// @file
/// Filling memory of a GPU.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace gpu::inline v0::detail {

/// Writes n copies of an element of `size` bytes, in the order of the stream. The device must be current.
void fill_on(cudaStream_t stream, std::size_t multiprocessors, void* memory, std::size_t n, void const* element, std::size_t size);

/// Loads a kernel on a GPU, to see whether it is of an architecture that this library is built for.
cudaError_t load_a_kernel(int ordinal) noexcept;

} // namespace gpu::inline v0::detail
