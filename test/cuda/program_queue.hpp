// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reductions whose kernels are in the program, compiled by nvcc, for tests on the fake runtime.
#pragma once

#include <gpualgo/device_vector.hpp>
#include <gpualgo/policy.hpp>
#include <gpualgo/report.hpp>

/// Elements whose blocks of 1024 threads need more shared memory than a GPU gives without being
/// asked.
struct wide {
    long long value[8];
};

/// Reductions by operators that are not precompiled.
int reduced(gpu::policy::automatic const& policy, gpu::device_vector<int> const& x);
int reduced(gpu::policy::interleaved const& policy, gpu::device_vector<int> const& x);
wide reduced(gpu::policy::interleaved const& policy, gpu::device_vector<wide> const& x);

/// The same, whose total stays on the device.
void left(gpu::policy::automatic const& policy, gpu::device_vector<int> const& x,
          gpu::device_vector<int>& out);
void left(gpu::policy::interleaved const& policy, gpu::device_vector<int> const& x,
          gpu::device_vector<int>& out);

/// What a function makes of elements, in blocks of so many threads.
wide transformed(gpu::device_vector<wide> const& x, unsigned threads);
