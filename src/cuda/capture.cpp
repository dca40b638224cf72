// SPDX-License-Identifier: Apache-2.0
#include "capture.hpp"

#include "stream.hpp"

#include <gpualgo/error.hpp>

namespace gpu::inline v0::detail {

stream_capture capture_of(cudaStream_t stream) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    stream_capture found;
    check_cuda(cudaStreamGetCaptureInfo(stream, &status, &found.number, &found.graph),
               "cudaStreamGetCaptureInfo");
    return status == cudaStreamCaptureStatusActive ? found : stream_capture{};
}

void check_not_captured(cudaStream_t stream) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    check_cuda(cudaStreamIsCapturing(stream, &status), "cudaStreamIsCapturing");
    if (status != cudaStreamCaptureStatusNone)
        throw error("the stream is being captured into a graph, and this call would wait for it; "
                    "only calls that do not wait can be captured, such as gpu::reduce_into",
                    cudaErrorStreamCaptureUnsupported);
}

bool is_default_stream_forbidden() noexcept {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    cudaError_t const code = cudaStreamIsCapturing(default_stream, &status);
    ignore_failure(code);
    return code == cudaErrorStreamCaptureImplicit;
}

} // namespace gpu::inline v0::detail
