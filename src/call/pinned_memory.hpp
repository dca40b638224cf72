// SPDX-License-Identifier: Apache-2.0
/// @file
/// Host memory that GPUs copy from and to directly.
#pragma once

#include <cstddef>

namespace gpu::inline v0::detail {

/// Allocates pages of host memory, page-locked if a GPU can be used. They belong to the process,
/// not to CUDA: a reset of the GPU only unlocks them, and a forked child has a copy.
/// @param bytes not 0
/// @throws gpu::out_of_memory
void* allocate_pinned(std::size_t bytes);
/// @param memory from allocate_pinned
/// @param bytes the size given to allocate_pinned
void deallocate_pinned(void* memory, std::size_t bytes) noexcept;

} // namespace gpu::inline v0::detail
