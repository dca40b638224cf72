// SPDX-License-Identifier: Apache-2.0
/// @file
/// Leases of the resources of a cuBLAS call. A handle has one stream, one workspace and one thread
/// at a time. A workspace belongs to one stream as long as work is pending on it.
#pragma once

#include "cublas_library.hpp"
#include "cuda/queue.hpp"

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// cuBLAS's workspace of a call. It is attached to the workspace of the call's queue, and is lent
/// to streams and graphs with it.
class cublas_workspace {
public:
    /// The size that cuBLAS recommends for Hopper. It is fixed: the choice of algorithms depends on
    /// it, and so do the bits of a product.
    static constexpr std::size_t bytes = std::size_t{32} << 20;
    /// The number of idle workspaces kept per GPU, besides those that are attached.
    static constexpr std::size_t most_idle = 4;

    /// The GPU must be current. Allocates only if the queue's workspace has none, and none is idle.
    /// Throws gpu::out_of_memory.
    explicit cublas_workspace(cuda_queue& queue);

    [[nodiscard]] void* data() const noexcept { return memory_; }

    /// Detaches the workspace of a queue whose work is complete, if it has one: any call may use
    /// it.
    static void detach(cuda_queue& queue) noexcept;

    /// Frees the idle ones of a GPU, which must be current.
    /// @return whether there were any
    static bool free_idle(gpu_context context, std::uint32_t ordinal) noexcept;

private:
    void* memory_;
};

/// Exclusive lease of a handle with the call's stream and workspace. It may end before the work is
/// complete.
class cublas_lease {
public:
    /// The maximum number of handles per GPU, because each takes device memory. Further calls wait
    /// for a free handle, as long as another thread takes to submit a product.
    static constexpr std::size_t most_handles = 4;

    /// A handle, and the stream and workspace that are set: cuBLAS takes long to set them.
    struct bound_handle {
        cublas_handle handle = nullptr;
        unsigned long long stream = 0; ///< id
        void* workspace = nullptr;     ///< null if nothing is set
    };

    /// The GPU must be current. Throws gpu::error.
    cublas_lease(cuda_queue& queue, cublas_workspace const& workspace);
    cublas_lease(cublas_lease const&) = delete;
    cublas_lease& operator=(cublas_lease const&) = delete;
    ~cublas_lease();

    [[nodiscard]] cublas_handle get() const noexcept { return bound_.handle; }

private:
    gpu_context context_;
    bound_handle bound_;
};

} // namespace gpu::inline v0::detail
