// SPDX-License-Identifier: Apache-2.0
/// @file
/// The base class of queues on which a program launches its own kernels.
#pragma once

#include <cstddef>

namespace gpu::inline v0::detail {

/// See gpualgo/abi/external_queue.hpp. Destroyed by the thread that opened it.
class external_queue_base {
public:
    /// @param name the algorithm that runs on the queue, for messages
    explicit external_queue_base(char const* name) : algorithm(name) {}
    external_queue_base(external_queue_base const&) = delete;
    external_queue_base& operator=(external_queue_base const&) = delete;
    virtual ~external_queue_base() = default;

    char const* const algorithm;

    virtual void* allocate(std::size_t bytes) = 0;
    virtual void wait() = 0;
    /// Throws the exception for a CUDA error code that `call` returned.
    [[noreturn]] virtual void fail(int code, char const* call) = 0;
};

} // namespace gpu::inline v0::detail
