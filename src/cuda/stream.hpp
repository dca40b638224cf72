// SPDX-License-Identifier: Apache-2.0
/// @file
/// Streams of GPUs.
#pragma once

#include "check.hpp"

#include <cuda_runtime_api.h>

namespace gpu::inline v0::detail {

/// The stream of calls without a given stream. Its work runs after all work that the program has
/// submitted, except to streams created with cudaStreamNonBlocking.
inline cudaStream_t const default_stream = cudaStreamLegacy;

/// The stream of a request; null names the default stream.
inline cudaStream_t stream_of(void* native_handle) {
    return native_handle == nullptr ? default_stream : static_cast<cudaStream_t>(native_handle);
}

/// CUDA's id of a stream that is not captured. The process never reuses ids, unlike handles.
inline unsigned long long number_of_stream(cudaStream_t stream) {
    unsigned long long number = 0;
    check_cuda(cudaStreamGetId(stream, &number), "cudaStreamGetId");
    return number;
}

/// Owns a stream of the current GPU that synchronises with no other stream, not even the default
/// stream.
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
