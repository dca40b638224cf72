// SPDX-License-Identifier: Apache-2.0
/// @file
/// What is behind a queue that a program launches kernels of its own on.
#pragma once

#include <cstddef>

namespace gpu::inline v0::detail {

/// See gpualgo/detail/queue_request.hpp. Destroyed by the thread that it was lent to.
class external_queue_base {
public:
    /// @param name what messages call the call that it is lent to
    explicit external_queue_base(char const* name) : algorithm(name) {}
    external_queue_base(external_queue_base const&) = delete;
    external_queue_base& operator=(external_queue_base const&) = delete;
    virtual ~external_queue_base() = default;

    char const* const algorithm;

    virtual void* allocate(std::size_t bytes) = 0;
    virtual void wait() = 0;
    /// Throws what CUDA's error code of a call stands for.
    [[noreturn]] virtual void fail(int code, char const* call) = 0;
};

} // namespace gpu::inline v0::detail
