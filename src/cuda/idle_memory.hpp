// SPDX-License-Identifier: Apache-2.0
/// @file
/// Memory of a GPU that the library keeps for later calls.
#pragma once

#include <cstdint>

namespace gpu::inline v0::detail {

/// Frees the memory that no call uses: the scratch that idle workspaces keep, and cuBLAS's idle
/// workspaces. The GPU must be current.
/// @return whether there was any
bool free_idle_memory(std::uint32_t ordinal) noexcept;

} // namespace gpu::inline v0::detail
