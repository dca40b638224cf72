// SPDX-License-Identifier: Apache-2.0
/// @file
/// Common prologue and epilogue of all functions of the fake runtime.
#pragma once

#include "fake_runtime.hpp"

#include <mutex>

namespace fake_cuda {

/// Held during each call: calls are serialised.
std::recursive_mutex& machine_mutex();

/// Stores a failure as the thread's last error, as CUDA does.
cudaError_t ended(cudaError_t code);

int current_device();

/// Adds a call to the list of calls, if there is one.
inline void record(char const* name = __builtin_FUNCTION()) {
    std::lock_guard const lock(machine_mutex());
    if (auto* const names = here().names_of_calls) names->emplace_back(name);
}

/// Records and counts a driver call, and decides whether it fails.
/// @param name of the function that calls this one
template <class F>
cudaError_t driver_call(F f, char const* name = __builtin_FUNCTION()) {
    std::lock_guard const lock(machine_mutex());
    machine& m = here();
    record(name);
    ++m.calls;
    bool const fails = m.failing_call != 0 && (m.calls == m.failing_call ||
                                               (m.fails_for_good && m.calls > m.failing_call));
    return fails ? m.failure : f(m);
}

/// The same for a call of the runtime.
template <class F>
cudaError_t call_without_context(F f, char const* name = __builtin_FUNCTION()) {
    return ended(driver_call(f, name));
}

/// The same for a call that creates a context on the current device, as most do.
template <class F>
cudaError_t call(F f, char const* name = __builtin_FUNCTION()) {
    return call_without_context(
        [&](machine& m) {
            m.contexts.insert(current_device());
            return f(m);
        },
        name);
}

/// Whether submitting to a stream is allowed: the default stream must not be used while a stream
/// that waits for it is captured.
cudaError_t submitted(machine& m, cudaStream_t stream);

/// Whether a call is allowed that is unsafe while a stream is captured. It is, if the thread has
/// relaxed its capture mode.
cudaError_t allowed_in_capture(machine& m);

/// A call that submits to a stream.
template <class F>
cudaError_t call_on(cudaStream_t stream, F f, char const* name = __builtin_FUNCTION()) {
    return call(
        [&](machine& m) {
            cudaError_t const code = submitted(m, stream);
            return code == cudaSuccess ? f(m) : code;
        },
        name);
}

/// A call that is unsafe while a stream is captured.
template <class F>
cudaError_t unsafe_call(F f, char const* name = __builtin_FUNCTION()) {
    return call(
        [&](machine& m) {
            cudaError_t const code = allowed_in_capture(m);
            return code == cudaSuccess ? f(m) : code;
        },
        name);
}

} // namespace fake_cuda
