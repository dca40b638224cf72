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

/// Counts a call, and decides whether it fails.
template <class F>
cudaError_t call(F f) {
    std::lock_guard const lock(machine_mutex());
    machine& m = here();
    ++m.calls;
    bool const fails = m.failing_call != 0 && (m.calls == m.failing_call ||
                                               (m.fails_for_good && m.calls > m.failing_call));
    return ended(fails ? m.failure : f(m));
}

} // namespace fake_cuda
