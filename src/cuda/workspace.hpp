// SPDX-License-Identifier: Apache-2.0
/// @file
/// What a call needs on a GPU beside its input, kept from call to call: allocating takes longer
/// than a small reduction.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// Memory that one call at a time uses. Never destroyed: the driver may be gone before the process
/// ends.
struct cuda_workspace {
    /// the totals of all but the largest reductions
    static constexpr std::size_t scratch_bytes = std::size_t{1} << 20;
    static constexpr std::size_t result_bytes = 256;

    unsigned* arrivals = nullptr; ///< see kernel::cuda_context; on the GPU, 0 between launches
    std::byte* scratch = nullptr; ///< on the GPU
    void* result = nullptr;       ///< on the host, page-locked, also the GPU's to write
    /// beside it: what the kernel that has written a result writes then
    unsigned* finished = nullptr;
    unsigned tickets = 0;      ///< how many such kernels there were
    std::uint32_t ordinal = 0; ///< of the GPU
    cuda_workspace* next = nullptr;

    /// @return what the next kernel is to write: never 0
    unsigned take_ticket() { return tickets = tickets + 1 == 0 ? 1 : tickets + 1; }
};

/// Has a workspace of a GPU, which is nobody else's meanwhile. Where work that was given to the
/// stream is not done at the end, as of calls that do not wait and after exceptions, only calls
/// that come behind it on the same stream are next.
class workspace_lease {
public:
    /// Which workspaces are looked at first: those that nothing is to be done on, or those of the
    /// stream; or only the former, which a stream that is captured may have.
    enum class preference { idle, same_stream, only_idle };

    /// The GPU must be current. Throws gpu::out_of_memory.
    workspace_lease(std::uint32_t ordinal, cudaStream_t stream,
                    preference first = preference::idle);
    workspace_lease(workspace_lease const&) = delete;
    workspace_lease& operator=(workspace_lease const&) = delete;
    ~workspace_lease();

    cuda_workspace* operator->() const { return workspace_; }

    /// Says that all work on it is done: it may be anybody's next.
    void done() noexcept { done_ = true; }
    [[nodiscard]] bool is_done() const noexcept { return done_; }
    /// Leaves it to a graph that is captured, which works on it each time that it runs, for as long
    /// as the graph lives.
    void leave_to(cudaGraph_t graph);

private:
    cudaStream_t stream_;
    cuda_workspace* workspace_;
    bool done_ = false;
    bool is_of_graph_ = false;
};

/// Says that all work of a stream is done, which is about to end: its workspaces may be anybody's.
void release_workspaces(std::uint32_t ordinal, cudaStream_t stream) noexcept;

} // namespace gpu::inline v0::detail
