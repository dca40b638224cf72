// SPDX-License-Identifier: Apache-2.0
/// @file
/// Buffers that a call needs on a GPU besides its input. They are reused by later calls, because
/// allocation takes longer than a small reduction.
#pragma once

#include "capture.hpp"
#include "context.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace gpu::inline v0::detail {

/// Memory for one call at a time.
struct cuda_workspace {
    /// the partials of all but the largest reductions
    static constexpr std::size_t scratch_bytes = std::size_t{1} << 20;
    static constexpr std::size_t result_bytes = 256;
    /// The totals of scans of half a GiB, and of selections of a quarter or more. Words of 8 and of
    /// 16 bytes have memory of their own: otherwise values of one kind could be taken for stamps of
    /// the other.
    static constexpr std::size_t short_word_bytes = std::size_t{256} << 10,
                                 long_word_bytes = std::size_t{512} << 10;
    /// A workspace keeps the largest scratch of its calls beyond `scratch`, up to so many bytes:
    /// enough to sort 2^24 numbers of 4 bytes. To allocate and free it takes a few microseconds.
    static constexpr std::size_t most_kept_bytes = std::size_t{96} << 20;
    /// The same for calls that are captured. Before and after a node of a graph that allocates
    /// more, kernels cannot start early.
    static constexpr std::size_t most_kept_for_graph = std::size_t{32} << 20;
    /// The number of idle workspaces kept per GPU.
    static constexpr std::size_t most_idle = 16;

    /// Words by which blocks of products tell others that sums are stored.
    static constexpr std::size_t flags = 2048;

    unsigned* arrivals = nullptr;     ///< on the GPU, see kernel::cuda_context; 0 between launches
    std::uint32_t* written = nullptr; ///< `flags` words after `control`; 0 between launches
    std::byte* scratch = nullptr;     ///< on the GPU
    /// on the GPU, see look_back_memory; only its kernels write there
    unsigned long long* control = nullptr;
    std::byte* short_words = nullptr; ///< after `written`
    std::byte* long_words = nullptr;  ///< after `short_words`
    void* kept = nullptr;             ///< on the GPU; may be null
    std::size_t kept_bytes = 0;       ///< its size
    void* result = nullptr;           ///< on the host, page-locked and mapped for the GPU
    /// after `result`: the ticket written by the kernel that has written a result
    unsigned* finished = nullptr;
    std::byte* staging = nullptr;  ///< on the host, page-locked and mapped: `reserve_staging`
    std::size_t staging_bytes = 0; ///< its size
    unsigned tickets = 0;          ///< the last ticket
    std::uint32_t ordinal = 0;     ///< of the GPU
    gpu_context context;           ///< the context of all these objects
    cudaEvent_t used = nullptr;    ///< recorded after the last work, if that is on a foreign stream
    cuda_workspace* next = nullptr;

    /// @return the next kernel's ticket, never 0
    unsigned take_ticket() { return tickets = tickets + 1 == 0 ? 1 : tickets + 1; }
};

/// Makes a workspace's staging memory at least so large. No work uses it. Throws
/// gpu::out_of_memory.
void reserve_staging(cuda_workspace& workspace, std::size_t bytes);

/// Exclusive lease of a workspace. At its end work may be pending, after calls that do not wait and
/// after exceptions. Then only later calls on the same stream may reuse the workspace until that
/// work is complete.
class workspace_lease {
public:
    /// The workspaces to try first: those without pending work, or those of the same stream.
    enum class preference { idle, same_stream };

    /// The GPU must be current. Throws gpu::out_of_memory.
    /// @param capture of the stream. If it is captured, the workspace has no pending work, and
    /// belongs to the graph until that is destroyed: every run of the graph uses it
    workspace_lease(std::uint32_t ordinal, cudaStream_t stream, preference first = preference::idle,
                    stream_capture const& capture = {});
    workspace_lease(workspace_lease const&) = delete;
    workspace_lease& operator=(workspace_lease const&) = delete;
    ~workspace_lease();

    cuda_workspace* operator->() const { return workspace_; }

    /// Declares that all work on the workspace is complete, so that any call may lease it.
    void done() noexcept { done_ = true; }
    /// Declares that there will be work again.
    void submits() noexcept { done_ = false; }
    [[nodiscard]] bool is_done() const noexcept { return done_; }
    /// CUDA's id of the stream, which must not be captured.
    [[nodiscard]] unsigned long long number_of_stream() { return identity().number; }

private:
    /// A stream that is not captured.
    struct stream_identity {
        unsigned long long number; ///< CUDA's id, which the process never reuses
        bool is_foreign;           ///< its destruction is not announced
    };
    /// Asks CUDA at most once, and not at all for the library's own streams.
    stream_identity const& identity();
    void lease(std::uint32_t ordinal, preference first);
    void lease_for(stream_capture const& capture, std::uint32_t ordinal);
    void transfer_to(stream_capture const& capture);
    void leave_pending();
    void end() noexcept;

    cudaStream_t stream_;
    gpu_context context_;
    std::optional<stream_identity> identity_;
    cuda_workspace* workspace_ = nullptr;
    bool done_ = false;
    bool is_of_graph_ = false;
};

/// Frees the scratch that idle workspaces keep, and the memory attached to them.
/// @return whether there was any
bool free_all_kept(gpu_context context) noexcept;

/// Registers a stream created by the library, whose destruction `release_workspaces` announces. For
/// other streams, events show when their work is complete.
void expect_release(gpu_context context, cudaStream_t stream);

/// Called before a registered stream is destroyed.
/// @param is_complete whether all its work is: then any call may lease its workspaces
void release_workspaces(gpu_context context, cudaStream_t stream, bool is_complete) noexcept;

} // namespace gpu::inline v0::detail
