// SPDX-License-Identifier: Apache-2.0
/// @file
/// What the driver knows of addresses. Nothing here initialises CUDA, or makes a context.
#pragma once

#include <cstdint>

namespace gpu::inline v0::detail {

/// Whether memory is a GPU's. Memory that the host can read as well, and memory that CUDA does not
/// know, is the host's.
/// @param ordinal becomes the GPU
[[nodiscard]] bool is_cuda_memory(void const* memory, std::uint32_t& ordinal) noexcept;

/// Whether memory is the host's, and page-locked.
/// @param ordinal becomes the GPU whose context it was locked in
[[nodiscard]] bool is_locked_memory(void const* memory, std::uint32_t& ordinal) noexcept;

/// CUDA's number of an allocation: no other one of the process has it or will have it. 0 if CUDA
/// does not know the memory.
[[nodiscard]] unsigned long long number_of_allocation(void const* memory) noexcept;

/// Whether an allocation is still there. A GPU that has failed keeps its allocations.
[[nodiscard]] bool is_allocated(void const* memory, unsigned long long number) noexcept;

} // namespace gpu::inline v0::detail
