// SPDX-License-Identifier: Apache-2.0
/// @file
/// What a call of cuBLAS has of its own. A handle has one stream, one workspace and one thread at a
/// time; a workspace belongs to one stream as long as work is pending on it.
#pragma once

#include "cublas_library.hpp"
#include "cuda/context.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// Exclusive lease of memory that cuBLAS works in. It outlives the work: `done` says that this is
/// done, and otherwise the memory is given back in the order of the stream.
class cublas_workspace {
public:
    /// What cuBLAS recommends for Hopper. Always the same: the algorithms, and with them the bits
    /// of a product, depend on it.
    static constexpr std::size_t bytes = std::size_t{32} << 20;
    /// So many are kept per GPU for later calls.
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

/// Exclusive lease of a handle, with the stream and the workspace of the call. It may end before
/// the work does.
class cublas_lease {
public:
    /// So many handles are made per GPU, each of which takes memory there. Calls of more threads
    /// wait until one is free, for as long as it takes to submit a product.
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
