// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reductions whose kernels nvcc compiles into the program, for tests on the fake runtime.
#pragma once

#include <gpualgo/device_vector.hpp>
#include <gpualgo/policy.hpp>
#include <gpualgo/report.hpp>

/// Elements so large that blocks of 1024 threads must request more shared memory than the default.
struct wide {
    long long value[8];
};

/// Reductions with operators that are not precompiled.
int reduced(gpu::policy::automatic const& policy, gpu::device_vector<int> const& x);
int reduced(gpu::policy::interleaved const& policy, gpu::device_vector<int> const& x);
wide reduced(gpu::policy::interleaved const& policy, gpu::device_vector<wide> const& x);

/// The same, with a total that stays on the device.
void left(gpu::policy::automatic const& policy, gpu::device_vector<int> const& x,
          gpu::device_vector<int>& out);
void left(gpu::policy::interleaved const& policy, gpu::device_vector<int> const& x,
          gpu::device_vector<int>& out);

/// Sum of transformed elements, in blocks of `threads` threads.
wide transformed(gpu::device_vector<wide> const& x, unsigned threads);
