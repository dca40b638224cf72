// SPDX-License-Identifier: Apache-2.0
/// Streams, events and captures of the fake runtime: all work is done at once, and streams are
/// numbers.
#include "fake_call.hpp"

#include <utility>

using namespace fake_cuda;

namespace {

cudaError_t make_stream(cudaStream_t* stream) {
    return call([&](machine& m) {
        auto const number = ++m.streams_made;
        // used again, as CUDA does
        *stream =
            reinterpret_cast<cudaStream_t>(m.first_address_of_streams + m.streams.size() * 16);
        m.streams.emplace(*stream, number);
        return cudaSuccess;
    });
}

cudaError_t end_event(cudaEvent_t) {
    return call([](machine& m) {
        --m.events;
        return cudaSuccess;
    });
}

} // namespace

void fake_cuda::machine::end_graph() {
    for (auto const& [end, content] : std::exchange(objects_of_graph, {})) end(content);
}

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) { return make_stream(stream); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
    return make_stream(stream);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    std::lock_guard const lock(machine_mutex());
    bool const known = here().streams.erase(stream) == 1;
    return call([known](machine&) { return known ? cudaSuccess : cudaErrorInvalidResourceHandle; });
}
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* number) {
    std::lock_guard const lock(machine_mutex());
    auto const known = here().streams.find(stream);
    *number = known == here().streams.end() ? 0 : known->second; // 0 is the default stream
    return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) {
    return call([](machine& m) {
        ++m.synchronisations;
        return cudaSuccess;
    });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
    return call([&](machine& m) {
        *event = reinterpret_cast<cudaEvent_t>(&m);
        ++m.events;
        return cudaSuccess;
    });
}
cudaError_t cudaEventDestroy(cudaEvent_t event) { return end_event(event); }
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) {
    return call([](machine&) { return cudaSuccess; });
}
cudaError_t cudaEventSynchronize(cudaEvent_t) {
    return call([](machine&) { return cudaSuccess; });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
    thread_local cudaStreamCaptureMode current = cudaStreamCaptureModeGlobal;
    std::swap(*mode, current);
    return cudaSuccess;
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long*, cudaGraph_t* graph,
                                     cudaGraphNode_t const**, cudaGraphEdgeData const**,
                                     std::size_t*) {
    return call([&](machine& m) {
        bool const captured = m.captured == stream && stream != nullptr;
        *status = captured ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
        *graph = captured ? reinterpret_cast<cudaGraph_t>(&m) : nullptr;
        return cudaSuccess;
    });
}
cudaError_t cudaUserObjectCreate(cudaUserObject_t* object, void* content, cudaHostFn_t end,
                                 unsigned, unsigned) {
    return call([&](machine& m) {
        m.object = {end, content};
        *object = reinterpret_cast<cudaUserObject_t>(&m.object);
        return cudaSuccess;
    });
}
cudaError_t cudaUserObjectRelease(cudaUserObject_t, unsigned) {
    here().object.first(here().object.second);
    return cudaSuccess;
}
cudaError_t cudaGraphRetainUserObject(cudaGraph_t, cudaUserObject_t, unsigned, unsigned) {
    return call([](machine& m) {
        m.objects_of_graph.push_back(m.object);
        return cudaSuccess;
    });
}
}
