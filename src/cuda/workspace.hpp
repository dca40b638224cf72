// SPDX-License-Identifier: Apache-2.0
/// @file
/// What a call needs on a GPU beside its input, kept from call to call: allocating takes longer than a small reduction.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// Memory that one call at a time uses. Never destroyed: the driver may be gone before the process ends.
struct cuda_workspace {
    static constexpr std::size_t scratch_bytes = std::size_t{1} << 20; ///< the totals of all but the largest reductions
    static constexpr std::size_t result_bytes = 256;

    unsigned* arrivals = nullptr; ///< see kernel::cuda_context; on the GPU, 0 between launches
    std::byte* scratch = nullptr; ///< on the GPU
    void* result = nullptr;       ///< on the host, page-locked, also the GPU's to write
    cuda_workspace* next = nullptr;
};

/// Has a workspace of a GPU and stream, which is nobody else's meanwhile. Where work that was given to the stream is
/// not done at the end, as after an exception, the next user comes behind it on the same stream.
class workspace_lease {
public:
    /// The GPU must be current. Throws gpu::out_of_memory.
    workspace_lease(std::uint32_t ordinal, cudaStream_t stream);
    workspace_lease(workspace_lease const&) = delete;
    workspace_lease& operator=(workspace_lease const&) = delete;
    ~workspace_lease();

    cuda_workspace const* operator->() const { return workspace_; }

private:
    cuda_workspace*& idle_; ///< the head of the list that the workspace returns to
    cuda_workspace* workspace_;
};

} // namespace gpu::inline v0::detail
