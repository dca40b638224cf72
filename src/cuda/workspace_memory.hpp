// SPDX-License-Identifier: Apache-2.0
/// @file
/// The memory of workspaces: made and ended while streams may be captured.
#pragma once

#include "workspace.hpp"

#include <cstdint>

namespace gpu::inline v0::detail {

/// A workspace that work on any stream may use. The GPU must be current. Throws gpu::out_of_memory.
/// @param context that the GPU has
cuda_workspace* make_workspace(std::uint32_t ordinal, gpu_context context);

/// Ends all workspaces of a list, on which no work is pending. Their GPU must be current.
void end_workspaces(cuda_workspace* list);

} // namespace gpu::inline v0::detail
