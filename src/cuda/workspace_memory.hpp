// SPDX-License-Identifier: Apache-2.0
/// @file
/// Allocates and frees the memory of workspaces, even while streams are captured.
#pragma once

#include "workspace.hpp"

#include <cstdint>

namespace gpu::inline v0::detail {

/// Creates a workspace for work on any stream. The GPU must be current. Throws gpu::out_of_memory.
/// @param context of the GPU
cuda_workspace* make_workspace(std::uint32_t ordinal, gpu_context context);

/// Destroys all workspaces of a list, which have no pending work. Their GPU must be current.
void end_workspaces(cuda_workspace* list);

} // namespace gpu::inline v0::detail
