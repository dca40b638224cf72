// SPDX-License-Identifier: Apache-2.0
/// @file
/// Fills memory of the current GPU, in the order of a stream.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// Writes n copies of an element of `size` bytes.
void fill_on(cudaStream_t stream, std::size_t multiprocessors, void* memory, std::size_t n,
             void const* element, std::size_t size);

/// 16 bytes of a fill, as they repeat at every address that is a multiple of 16.
struct alignas(16) fill_pattern {
    std::uint32_t words[4];
};

/// Launches the kernel that fills the bytes from `first` to `last`, exclusively.
void fill_bytes_on(cudaStream_t stream, std::size_t multiprocessors, std::uintptr_t first,
                   std::uintptr_t last, fill_pattern pattern);

/// Whether the library has machine code for GPUs of a compute capability (90 is 9.0), or PTX that
/// the driver might translate.
bool is_built_for(int capability) noexcept;

/// The architecture that kernels were compiled for which a GPU runs: 80 is 8.0. It may be older
/// than the GPU. All kernels but those for a single architecture are compiled for the same ones.
/// @return 0 if it is not known
int architecture_of_kernels(std::uint32_t ordinal) noexcept;

/// Loads a kernel on a GPU, which creates a context, to test whether the GPU can be used.
/// @return cudaSuccess, or the reason why it cannot be used
cudaError_t load_a_kernel(std::uint32_t ordinal) noexcept;

} // namespace gpu::inline v0::detail
