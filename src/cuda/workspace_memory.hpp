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

/// Further memory of the workspace's GPU, from `allocate_ready`; null if there is none. Whoever
/// leases the workspace may set it. It is freed with the workspace.
void*& attached_memory(cuda_workspace const& workspace);

/// Makes the scratch that a workspace keeps at least so large. The workspace belongs to a graph,
/// whose nodes may use what it has kept: that is not freed before `free_kept`. Throws
/// gpu::out_of_memory.
void keep_for_graph(cuda_workspace& workspace, std::size_t bytes);

/// Frees what an idle workspace has kept for a graph besides its scratch.
void free_outgrown(cuda_workspace& workspace) noexcept;

/// Frees the scratch that an idle workspace keeps.
void free_kept(cuda_workspace& workspace) noexcept;

/// Frees that, and the memory attached to an idle workspace.
/// @return whether there was any
bool free_kept_and_attached(cuda_workspace& workspace) noexcept;

/// Destroys all workspaces of a list, which have no pending work. Their GPU must be current.
void end_workspaces(cuda_workspace* list);

} // namespace gpu::inline v0::detail
