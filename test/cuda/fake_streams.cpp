// SPDX-License-Identifier: Apache-2.0
/// Streams, events and captures of the fake runtime. All work is done at once, but events may
/// report that it is pending; streams are numbers.
#include "fake_call.hpp"

#include <atomic>
#include <utility>

using namespace fake_cuda;

namespace {

thread_local cudaStreamCaptureMode mode_of_thread = cudaStreamCaptureModeGlobal;

bool is_default(cudaStream_t stream) { return stream == nullptr || stream == cudaStreamLegacy; }

/// Whether a stream exists; CUDA would crash if a reset has destroyed it.
bool is_stream(machine& m, cudaStream_t stream) {
    return is_default(stream) || stream == cudaStreamPerThread || m.is_there(stream);
}

/// Whether a stream is being captured that waits for the default one.
bool is_default_forbidden(machine const& m) {
    return m.captured != nullptr && !m.independent_streams.contains(m.captured);
}

/// 0 is the default stream; each thread's default stream has a number.
unsigned long long number_of(machine const& m, cudaStream_t stream) {
    if (stream == cudaStreamPerThread) {
        static std::atomic<unsigned long long> threads = 0;
        thread_local unsigned long long const of_thread = 1'000'000 + ++threads;
        return of_thread;
    }
    auto const known = m.streams.find(stream);
    return known == m.streams.end() ? 0 : known->second;
}

/// @param name of the function that calls this one
cudaError_t find_status(cudaStream_t stream, cudaStreamCaptureStatus* status,
                        char const* name = __builtin_FUNCTION()) {
    return call(
        [&](machine& m) {
            if (!is_stream(m, stream)) return cudaErrorInvalidResourceHandle;
            if (is_default(stream) && is_default_forbidden(m))
                return cudaErrorStreamCaptureImplicit;
            bool const captured = m.captured == stream && stream != nullptr;
            *status = captured ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
            return cudaSuccess;
        },
        name);
}

cudaError_t make_stream(cudaStream_t* stream, bool is_independent) {
    return call([&](machine& m) {
        // like CUDA, reuses the handle of a destroyed stream
        auto address = m.first_address_of_streams;
        while (m.streams.contains(reinterpret_cast<cudaStream_t>(address))) address += 16;
        *stream = reinterpret_cast<cudaStream_t>(address);
        m.streams.emplace(*stream, ++m.streams_made);
        if (is_independent) m.independent_streams.insert(*stream);
        m.own(*stream);
        return cudaSuccess;
    });
}

} // namespace

namespace fake_cuda {

cudaError_t submitted(machine& m, cudaStream_t stream) {
    if (!is_default(stream) || !is_default_forbidden(m)) return cudaSuccess;
    ++m.broken_captures;
    return cudaErrorStreamCaptureImplicit;
}

cudaError_t allowed_in_capture(machine& m) {
    if (m.captured == nullptr || mode_of_thread == cudaStreamCaptureModeRelaxed) return cudaSuccess;
    ++m.broken_captures;
    return cudaErrorStreamCaptureUnsupported;
}

} // namespace fake_cuda

void fake_cuda::machine::end_graph() {
    ++capture;
    for (auto const& [end, content] : std::exchange(objects_of_graph, {})) end(content);
}

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) { return make_stream(stream, false); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
    return make_stream(stream, flags == cudaStreamNonBlocking);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    std::lock_guard const lock(machine_mutex());
    bool const known = is_stream(here(), stream) && here().streams.erase(stream) == 1;
    here().independent_streams.erase(stream);
    here().owners.erase(stream);
    return call([known](machine&) { return known ? cudaSuccess : cudaErrorInvalidResourceHandle; });
}
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* number) {
    std::lock_guard const lock(machine_mutex());
    record();
    if (!is_stream(here(), stream)) return cudaErrorInvalidResourceHandle;
    if (stream == here().captured && stream != nullptr) {
        ++here().broken_captures;
        return cudaErrorStreamCaptureUnsupported;
    }
    *number = number_of(here(), stream);
    return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    return unsafe_call([stream](machine& m) {
        if (stream == m.captured && stream != nullptr) {
            ++m.broken_captures;
            return cudaErrorStreamCaptureUnsupported;
        }
        if (!is_stream(m, stream)) return cudaErrorInvalidResourceHandle;
        ++m.synchronisations;
        m.synchronised(stream);
        return submitted(m, stream);
    });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
    return call([&](machine& m) {
        *event = m.make_handle<cudaEvent_t>();
        m.events.emplace(*event, 0);
        return cudaSuccess;
    });
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    std::lock_guard const lock(machine_mutex());
    bool const known = here().is_there(event) && here().events.erase(event) == 1;
    here().owners.erase(event);
    return call([known](machine&) { return known ? cudaSuccess : cudaErrorInvalidResourceHandle; });
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return call_on(stream, [&](machine& m) {
        if (!is_stream(m, stream) || !m.is_there(event)) return cudaErrorInvalidResourceHandle;
        m.events.at(event) = number_of(m, stream);
        return cudaSuccess;
    });
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
    return unsafe_call([event](machine& m) {
        if (!m.is_there(event)) return cudaErrorInvalidResourceHandle;
        return m.busy.contains(m.events.at(event)) ? cudaErrorNotReady : cudaSuccess;
    });
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return unsafe_call([event](machine& m) {
        return m.is_there(event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
    });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
    record();
    std::swap(*mode, mode_of_thread);
    return cudaSuccess;
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
    return find_status(stream, status);
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* number, cudaGraph_t* graph,
                                     cudaGraphNode_t const**, cudaGraphEdgeData const**,
                                     std::size_t*) {
    cudaError_t const code = find_status(stream, status);
    bool const captured = *status == cudaStreamCaptureStatusActive;
    if (number != nullptr) *number = captured ? here().capture : 0;
    if (graph != nullptr) *graph = captured ? reinterpret_cast<cudaGraph_t>(&here()) : nullptr;
    return code;
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
