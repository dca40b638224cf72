// SPDX-License-Identifier: Apache-2.0
/// @file
/// The interface of the shared library for programs with their own kernels. The library lends the
/// program a queue, see kernel/reduce/launches.hpp, and the program launches.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// A queue of the library on a GPU. The GPU is the calling thread's current device until the queue
/// is closed.
struct external_queue {
    void* handle = nullptr; ///< internal to the library; null if there is nothing to launch on
    void* stream = nullptr; ///< a cudaStream_t
    unsigned* arrivals = nullptr; ///< see kernel::cuda_context
    /// memory for the call's result that the GPU can write. The host can read it unless it is the
    /// request's `into`
    void* result = nullptr;
    std::uint64_t result_bytes = 0;
    std::uint32_t multiprocessors = 0;
    std::uint32_t block_size = 0;          ///< threads per block, set by the policy or the library
    std::uint32_t space = 0;               ///< a `memory_space`, likewise
    char const* algorithm = "gpu::reduce"; ///< the function's name in messages, set by the program
};

} // namespace gpu::inline v0::detail

/// Every function reports failures through its result.
extern "C" {
#pragma GCC visibility push(default)
/// Checks a reduction's policy and finds the device of its range. Opens a queue if that is a GPU,
/// and the range is not empty or the total goes to `into`. The result names the device. The numbers
/// of types and operator are not read.
void gpualgo_v0_open_queue(gpu::detail::reduce_request const* request,
                           gpu::detail::external_queue* queue,
                           gpu::detail::call_result* call_result) noexcept;
/// Allocates uninitialized memory of the GPU until the queue is closed.
void gpualgo_v0_queue_allocate(void* handle, std::uint64_t bytes, void** memory,
                               gpu::detail::call_result* call_result) noexcept;
/// Waits for all work submitted to the queue's stream.
void gpualgo_v0_queue_wait(void* handle, gpu::detail::call_result* call_result) noexcept;
/// Turns the error code of a CUDA call by the program into a failure with all details.
void gpualgo_v0_queue_fail(void* handle, std::int32_t code, char const* call,
                           gpu::detail::call_result* call_result) noexcept;
void gpualgo_v0_close_queue(void* handle) noexcept;
#pragma GCC visibility pop
}
