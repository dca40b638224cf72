// SPDX-License-Identifier: Apache-2.0
/// @file
/// What all functions of the fake runtime begin and end with.
#pragma once

#include "fake_runtime.hpp"

#include <mutex>

namespace fake_cuda {

/// Held by each call: the machine does one thing at a time.
std::recursive_mutex& machine_mutex();

/// Notes a failure as the thread's last one, as CUDA does.
cudaError_t ended(cudaError_t code);

/// The calling thread's current device.
int current_device();

/// Counts a call of the driver, and decides whether it fails.
template <class F>
cudaError_t driver_call(F f) {
    std::lock_guard const lock(machine_mutex());
    machine& m = here();
    ++m.calls;
    bool const fails = m.failing_call != 0 && (m.calls == m.failing_call ||
                                               (m.fails_for_good && m.calls > m.failing_call));
    return fails ? m.failure : f(m);
}

/// The same of a call of the runtime.
template <class F>
cudaError_t call_without_context(F f) {
    return ended(driver_call(f));
}

/// The same of a call that makes a context on the current device, as most do.
template <class F>
cudaError_t call(F f) {
    return call_without_context([&](machine& m) {
        m.contexts.insert(current_device());
        return f(m);
    });
}

/// Whether submitting to a stream is allowed: the default stream must not be used while a stream
/// that waits for it is captured.
cudaError_t submitted(machine& m, cudaStream_t stream);

/// Whether a call is allowed that a thread must not make while a stream is captured, unless it has
/// said that it knows what it does.
cudaError_t allowed_in_capture(machine& m);

/// A call that submits to a stream.
template <class F>
cudaError_t call_on(cudaStream_t stream, F f) {
    return call([&](machine& m) {
        cudaError_t const code = submitted(m, stream);
        return code == cudaSuccess ? f(m) : code;
    });
}

/// A call that is unsafe while a stream is captured.
template <class F>
cudaError_t unsafe_call(F f) {
    return call([&](machine& m) {
        cudaError_t const code = allowed_in_capture(m);
        return code == cudaSuccess ? f(m) : code;
    });
}

} // namespace fake_cuda
