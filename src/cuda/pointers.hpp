// SPDX-License-Identifier: Apache-2.0
/// @file
/// Queries the driver about addresses. Nothing here initialises CUDA or creates a context.
#pragma once

#include <cstdint>

namespace gpu::inline v0::detail {

/// Whether memory belongs to a GPU. Memory that the host can also read, or that CUDA does not know,
/// belongs to the host.
/// @param ordinal set to the GPU
[[nodiscard]] bool is_cuda_memory(void const* memory, std::uint32_t& ordinal) noexcept;

/// Whether memory is page-locked host memory.
/// @param ordinal set to the GPU in whose context it was locked
[[nodiscard]] bool is_locked_memory(void const* memory, std::uint32_t& ordinal) noexcept;

/// CUDA's id of an allocation, which the process never reuses. 0 if CUDA does not know the memory.
[[nodiscard]] unsigned long long number_of_allocation(void const* memory) noexcept;

/// Whether an allocation still exists. It does after a fault of its GPU.
[[nodiscard]] bool is_allocated(void const* memory, unsigned long long number) noexcept;

} // namespace gpu::inline v0::detail
