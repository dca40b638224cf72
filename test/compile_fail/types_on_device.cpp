// expect: gpu::reduce: no kernels are precompiled for elements of type Value with an init of type Accumulator on devices
// and: Value = float; Accumulator = int
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

int f(gpu::device_vector<float> const& v) { return gpu::reduce(v.begin(), v.end(), 0); }
