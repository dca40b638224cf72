// SPDX-License-Identifier: Apache-2.0
/// @file
/// Streams whose work is captured into a graph, instead of being done.
#pragma once

#include "check.hpp"

namespace gpu::inline v0::detail {

/// Lets the calling thread allocate and synchronise on streams that are not captured, while others
/// are.
class relaxed_capture {
public:
    relaxed_capture() {
        check_cuda(cudaThreadExchangeStreamCaptureMode(&mode_),
                   "cudaThreadExchangeStreamCaptureMode");
    }
    relaxed_capture(relaxed_capture const&) = delete;
    relaxed_capture& operator=(relaxed_capture const&) = delete;
    ~relaxed_capture() { ignore_failure(cudaThreadExchangeStreamCaptureMode(&mode_)); }

private:
    cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed; ///< what it was before, meanwhile
};

/// The graph that a stream is captured into; null where it is not.
inline cudaGraph_t captured_graph(cudaStream_t stream) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    unsigned long long number = 0;
    cudaGraph_t graph = nullptr;
    check_cuda(cudaStreamGetCaptureInfo(stream, &status, &number, &graph),
               "cudaStreamGetCaptureInfo");
    return status == cudaStreamCaptureStatusActive ? graph : nullptr;
}

} // namespace gpu::inline v0::detail
