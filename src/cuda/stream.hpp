// SPDX-License-Identifier: Apache-2.0
/// @file
/// Streams of GPUs.
#pragma once

#include "check.hpp"

#include <cuda_runtime_api.h>

namespace gpu::inline v0::detail {

/// The stream that calls without one use: it comes behind what the program gave to all streams but
/// those that it made to be independent of this one, so that data on the GPU is ready.
inline cudaStream_t const default_stream = cudaStreamLegacy;

/// The stream of a request, which names the default one by null.
inline cudaStream_t stream_of(void* native_handle) {
    return native_handle == nullptr ? default_stream : static_cast<cudaStream_t>(native_handle);
}

/// CUDA's number of a stream: no other stream of the process has it, or will have it.
inline unsigned long long number_of_stream(cudaStream_t stream) {
    unsigned long long number = 0;
    check_cuda(cudaStreamGetId(stream, &number), "cudaStreamGetId");
    return number;
}

/// Owns a stream of the current GPU. It waits for no other, not for the default stream either.
class independent_stream {
public:
    independent_stream() {
        check_cuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking),
                   "cudaStreamCreateWithFlags");
    }
    independent_stream(independent_stream const&) = delete;
    independent_stream& operator=(independent_stream const&) = delete;
    ~independent_stream() { ignore_failure(cudaStreamDestroy(stream_)); }

    [[nodiscard]] cudaStream_t get() const { return stream_; }

private:
    cudaStream_t stream_ = nullptr;
};

} // namespace gpu::inline v0::detail
