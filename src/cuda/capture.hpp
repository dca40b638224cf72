// SPDX-License-Identifier: Apache-2.0
/// @file
/// Queries on streams whose work is captured into a graph instead of being run.
#pragma once

#include "check.hpp"

namespace gpu::inline v0::detail {

/// Lets the calling thread allocate and synchronise on streams that are not captured, while other
/// streams are.
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
    cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed; ///< later, the previous mode
};

// Check before submitting work: a forbidden submission would invalidate the capture.

/// The capture of a stream.
struct stream_capture {
    cudaGraph_t graph = nullptr;   ///< null if the stream is not captured
    unsigned long long number = 0; ///< CUDA's id of the capture, which the process never reuses
};

/// Throws gpu::error for the default stream if another stream's capture forbids its use.
stream_capture capture_of(cudaStream_t stream);

/// For calls that wait for the stream: throws gpu::error like `capture_of`, and also if the
/// stream itself is captured.
void check_not_captured(cudaStream_t stream);

/// Whether another stream's capture forbids the use of the default stream.
[[nodiscard]] bool is_default_stream_forbidden() noexcept;

/// A stream on which a call may wait, even while other streams are captured.
class waiting_stream {
public:
    /// Throws gpu::error if the stream is captured or may not be used, see capture.hpp.
    explicit waiting_stream(cudaStream_t stream) : stream_(stream) { check_not_captured(stream); }
    [[nodiscard]] cudaStream_t get() const { return stream_; }
    void wait() const { check_cuda(cudaStreamSynchronize(stream_), "cudaStreamSynchronize"); }

private:
    relaxed_capture relaxed_;
    cudaStream_t stream_;
};

} // namespace gpu::inline v0::detail
