// SPDX-License-Identifier: Apache-2.0
#include "peer_copy.hpp"

#include "capture.hpp"
#include "check.hpp"
#include "device_scope.hpp"
#include "memory.hpp"
#include "stream.hpp"

namespace gpu::inline v0::detail {
namespace {

/// An event recorded after the work submitted to a stream.
class stream_event {
public:
    /// Records in a stream of the current GPU.
    explicit stream_event(cudaStream_t stream) {
        check_cuda(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming),
                   "cudaEventCreateWithFlags");
        if (cudaError_t const code = cudaEventRecord(event_, stream); code != cudaSuccess) {
            ignore_failure(cudaEventDestroy(event_));
            fail_cuda(code, "cudaEventRecord");
        }
    }
    stream_event(stream_event const&) = delete;
    stream_event& operator=(stream_event const&) = delete;
    ~stream_event() { ignore_failure(cudaEventDestroy(event_)); }

    [[nodiscard]] cudaEvent_t get() const { return event_; }

private:
    cudaEvent_t event_ = nullptr;
};

} // namespace

void copy_between_gpus(cudaStream_t stream, gpu_memory<void> target, gpu_memory<void const> source,
                       std::size_t bytes) {
    connect_pools(target.ordinal, source.ordinal);
    stream_event const written = [&] {
        device_scope const scope(source.ordinal);
        check_not_captured(default_stream);
        return stream_event(default_stream);
    }();
    check_cuda(cudaStreamWaitEvent(stream, written.get(), 0), "cudaStreamWaitEvent");
    // works even if the GPUs cannot access each other's memory
    check_cuda(cudaMemcpyPeerAsync(target.address, static_cast<int>(target.ordinal), source.address,
                                   static_cast<int>(source.ordinal), bytes, stream),
               "cudaMemcpyPeerAsync");
    check_cuda(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
}

} // namespace gpu::inline v0::detail
