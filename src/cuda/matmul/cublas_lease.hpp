// SPDX-License-Identifier: Apache-2.0
/// @file
/// Leases of the resources of a cuBLAS call. A handle has one stream, one workspace and one thread
/// at a time. A workspace belongs to one stream as long as work is pending on it.
#pragma once

#include "cublas_library.hpp"
#include "cuda/context.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// Exclusive lease of cuBLAS's workspace. Call `done` once the work is complete; otherwise the
/// memory is freed in the order of the stream.
class cublas_workspace {
public:
    /// The size that cuBLAS recommends for Hopper. It is fixed: the choice of algorithms depends on
    /// it, and so do the bits of a product.
    static constexpr std::size_t bytes = std::size_t{32} << 20;
    /// The number of idle workspaces kept per GPU.
    static constexpr std::size_t most_idle = 4;

    /// The GPU must be current. Throws gpu::out_of_memory.
    cublas_workspace(std::uint32_t ordinal, cudaStream_t stream);
    cublas_workspace(cublas_workspace const&) = delete;
    cublas_workspace& operator=(cublas_workspace const&) = delete;
    ~cublas_workspace();

    [[nodiscard]] void* data() const noexcept { return memory_; }
    void done() noexcept { done_ = true; }

private:
    std::uint32_t ordinal_;
    gpu_context context_;
    cudaStream_t stream_;
    void* memory_;
    bool done_ = false;
};

/// Exclusive lease of a handle with the call's stream and workspace. It may end before the work is
/// complete.
class cublas_lease {
public:
    /// The maximum number of handles per GPU, because each takes device memory. Further calls wait
    /// for a free handle, as long as another thread takes to submit a product.
    static constexpr std::size_t most_handles = 4;

    /// The GPU must be current. Throws gpu::error.
    cublas_lease(std::uint32_t ordinal, cudaStream_t stream, cublas_workspace const& workspace);
    cublas_lease(cublas_lease const&) = delete;
    cublas_lease& operator=(cublas_lease const&) = delete;
    ~cublas_lease();

    [[nodiscard]] cublas_handle get() const noexcept { return handle_; }

private:
    gpu_context context_;
    cublas_handle handle_;
};

} // namespace gpu::inline v0::detail
