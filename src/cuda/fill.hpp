// SPDX-License-Identifier: Apache-2.0
/// @file
/// Filling memory of a GPU, which must be current, in the order of a stream.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// Writes n copies of an element of `size` bytes.
void fill_on(cudaStream_t stream, std::size_t multiprocessors, void* memory, std::size_t n,
             void const* element, std::size_t size);

/// Sixteen bytes of a fill, as they lie at every address that is a multiple of sixteen.
struct alignas(16) fill_pattern {
    std::uint32_t words[4];
};

/// Launches the kernel that fills the bytes from `first` to `last`.
void fill_bytes_on(cudaStream_t stream, std::size_t multiprocessors, std::uintptr_t first,
                   std::uintptr_t last, fill_pattern pattern);

/// Whether the library has kernels for GPUs of a compute capability, 90 for 9.0, or might have code
/// that the driver translates for them.
bool is_built_for(int capability) noexcept;

/// Loads a kernel on a GPU, which makes a context there: this shows whether it can be used.
/// @return why it cannot; cudaSuccess if it can
cudaError_t load_a_kernel(std::uint32_t ordinal) noexcept;

} // namespace gpu::inline v0::detail
