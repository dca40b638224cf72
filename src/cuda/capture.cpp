// SPDX-License-Identifier: Apache-2.0
#include "capture.hpp"

#include "stream.hpp"

#include <gpualgo/error.hpp>

namespace gpu::inline v0::detail {

cudaGraph_t captured_graph(cudaStream_t stream) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    unsigned long long number = 0;
    cudaGraph_t graph = nullptr;
    check_cuda(cudaStreamGetCaptureInfo(stream, &status, &number, &graph),
               "cudaStreamGetCaptureInfo");
    return status == cudaStreamCaptureStatusActive ? graph : nullptr;
}

unsigned long long number_of_capture(cudaStream_t stream) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    unsigned long long number = 0;
    check_cuda(cudaStreamGetCaptureInfo(stream, &status, &number), "cudaStreamGetCaptureInfo");
    return number;
}

void check_not_captured(cudaStream_t stream) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    check_cuda(cudaStreamIsCapturing(stream, &status), "cudaStreamIsCapturing");
    if (status != cudaStreamCaptureStatusNone)
        throw error("the stream is being captured into a graph, and this call would wait for it; "
                    "only gpu::reduce_into and gpu::matmul_into can be captured",
                    cudaErrorStreamCaptureUnsupported);
}

bool is_default_stream_forbidden() noexcept {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    cudaError_t const code = cudaStreamIsCapturing(default_stream, &status);
    ignore_failure(code);
    return code == cudaErrorStreamCaptureImplicit;
}

} // namespace gpu::inline v0::detail
