// SPDX-License-Identifier: Apache-2.0
/// @file
/// What crosses into the shared library where a program brings kernels of its own: the library
/// lends it a queue, see reduce_launches.hpp, and the program launches.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// A queue of the library's on a GPU, which is the calling thread's current device until the queue
/// is closed.
struct external_queue {
    void* handle = nullptr;       ///< the library's own; null where there is nothing to launch on
    void* stream = nullptr;       ///< a cudaStream_t
    unsigned* arrivals = nullptr; ///< see kernel::cuda_context
    /// memory for the call's result that the GPU can write, and the host read unless it is the
    /// request's `into`
    void* result = nullptr;
    std::uint64_t result_bytes = 0;
    std::uint32_t multiprocessors = 0;
    std::uint32_t block_size = 0;          ///< threads a block, as the policy or the library has it
    std::uint32_t space = 0;               ///< a `memory_space`, likewise
    char const* algorithm = "gpu::reduce"; ///< what messages call the call; the program's
};

} // namespace gpu::inline v0::detail

/// Every function reports failures through its result.
extern "C" {
#pragma GCC visibility push(default)
/// Checks a reduction's policy and where its range lies, and opens a queue where that is a GPU, and
/// the range is not empty or the total goes to `into`. The result says where. The numbers of types
/// and operator are not read.
void gpualgo_v0_open_queue(gpu::detail::reduce_request const* request,
                           gpu::detail::external_queue* queue,
                           gpu::detail::call_result* call_result) noexcept;
/// Memory of the GPU, unwritten, until the queue is closed.
void gpualgo_v0_queue_allocate(void* handle, std::uint64_t bytes, void** memory,
                               gpu::detail::call_result* call_result) noexcept;
/// Waits for all that was given to the queue's stream.
void gpualgo_v0_queue_wait(void* handle, gpu::detail::call_result* call_result) noexcept;
/// Turns CUDA's error code of a call that the program made into a failure with all that is known of
/// it.
void gpualgo_v0_queue_fail(void* handle, std::int32_t code, char const* call,
                           gpu::detail::call_result* call_result) noexcept;
void gpualgo_v0_close_queue(void* handle) noexcept;
#pragma GCC visibility pop
}
