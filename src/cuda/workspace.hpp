// SPDX-License-Identifier: Apache-2.0
/// @file
/// What a call needs on a GPU beside its input, kept from call to call: allocating takes longer
/// than a small reduction.
#pragma once

#include "context.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// Memory that one call at a time uses.
struct cuda_workspace {
    /// the totals of all but the largest reductions
    static constexpr std::size_t scratch_bytes = std::size_t{1} << 20;
    static constexpr std::size_t result_bytes = 256;
    /// Of a GPU's workspaces that no work is pending on, so many are kept.
    static constexpr std::size_t most_idle = 16;

    unsigned* arrivals = nullptr; ///< see kernel::cuda_context; on the GPU, 0 between launches
    std::byte* scratch = nullptr; ///< on the GPU
    void* result = nullptr;       ///< on the host, page-locked, also the GPU's to write
    /// beside it: what the kernel that has written a result writes then
    unsigned* finished = nullptr;
    unsigned tickets = 0;       ///< how many such kernels there were
    std::uint32_t ordinal = 0;  ///< of the GPU
    gpu_context context;        ///< that all of this is in
    cudaEvent_t used = nullptr; ///< after the last work on it, if that is of a foreign stream
    cuda_workspace* next = nullptr;

    /// @return what the next kernel is to write: never 0
    unsigned take_ticket() { return tickets = tickets + 1 == 0 ? 1 : tickets + 1; }
};

/// Exclusive lease of a workspace. If work is pending when it ends, as after calls that do not wait
/// and after exceptions, only later calls on the same stream may reuse the workspace, until that
/// work is done.
class workspace_lease {
public:
    /// Which workspaces are looked at first: those without pending work, or those of the stream; or
    /// only the former, since a stream that is captured may have no other.
    enum class preference { idle, same_stream, only_idle };

    /// The GPU must be current. Throws gpu::out_of_memory.
    workspace_lease(std::uint32_t ordinal, cudaStream_t stream,
                    preference first = preference::idle);
    workspace_lease(workspace_lease const&) = delete;
    workspace_lease& operator=(workspace_lease const&) = delete;
    ~workspace_lease();

    cuda_workspace* operator->() const { return workspace_; }

    /// Says that all work on it is done: any call may have it next.
    void done() noexcept { done_ = true; }
    [[nodiscard]] bool is_done() const noexcept { return done_; }
    /// Leaves it to a graph that is captured, which works on it each time that it runs, for as long
    /// as the graph lives.
    void transfer_to(cudaGraph_t graph);

private:
    cudaStream_t stream_;
    cuda_workspace* workspace_;
    bool done_ = false;
    bool is_of_graph_ = false;
};

/// Notes a stream of the library's own, whose end `release_workspaces` announces. Nobody announces
/// the end of other streams: events tell when their work is done.
void expect_release(gpu_context context, cudaStream_t stream);

/// Says that all work of a stream of the library's own is done, which is about to end: any call may
/// have its workspaces.
void release_workspaces(gpu_context context, cudaStream_t stream) noexcept;

} // namespace gpu::inline v0::detail
