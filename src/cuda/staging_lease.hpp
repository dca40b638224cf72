// SPDX-License-Identifier: Apache-2.0
/// @file
/// Page-locked buffers for copies between GPUs and memory that is not page-locked.
#pragma once

#include "context.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>

namespace gpu::inline v0::detail {

/// A page-locked buffer, and the event after its last transfer.
struct staging_buffer {
    static constexpr std::size_t size = std::size_t{8}
                                        << 20; ///< hides the fixed cost of a transfer

    std::byte* memory = nullptr;
    cudaEvent_t done = nullptr;

    /// Transfers over the bus, in the order of the stream. Does not wait.
    void transfer(void* target, void const* source, std::size_t bytes, cudaStream_t stream) const;
    /// Waits for the last transfer.
    void wait() const;
};

/// Two buffers and a stream, reused by later calls, because locking pages takes longer than copying
/// them. Destroyed only by a reset of the GPU, like workspaces.
struct staging_pair {
    staging_buffer buffers[2];
    cudaStream_t stream = nullptr; ///< synchronises with no other stream
    staging_pair* next = nullptr;
};

/// Exclusive lease of a pair of buffers of the current GPU. At its end it waits for transfers, also
/// while streams are captured.
class staging_lease {
public:
    staging_lease();
    staging_lease(staging_lease const&) = delete;
    staging_lease& operator=(staging_lease const&) = delete;
    ~staging_lease();

    [[nodiscard]] staging_buffer const& operator[](std::size_t chunk) const {
        return pair_->buffers[chunk % 2];
    }
    [[nodiscard]] cudaStream_t stream() const { return pair_->stream; }

private:
    gpu_context context_;
    staging_pair* pair_ = nullptr;
};

} // namespace gpu::inline v0::detail
