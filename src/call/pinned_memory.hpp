// SPDX-License-Identifier: Apache-2.0
/// @file
/// Memory of the host that GPUs copy from and to directly.
#pragma once

#include <cstddef>

namespace gpu::inline v0::detail {

/// Pages of the host's memory, locked if there is a GPU that can be used. They are the host's, not
/// CUDA's: a reset of the GPU only unlocks them, and a child that is forked has a copy.
/// @param bytes not 0
/// @throws gpu::out_of_memory
void* allocate_pinned(std::size_t bytes);
/// @param memory from allocate_pinned
/// @param bytes as they were given to it
void deallocate_pinned(void* memory, std::size_t bytes) noexcept;

} // namespace gpu::inline v0::detail
