// expect: gpu::reduce: no kernels are precompiled for elements of type Value with an init of type Accumulator on devices
// and: Value = bool; Accumulator = bool
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

bool f(gpu::device_vector<bool> const& v) { return gpu::reduce(gpu::warp_shuffle, v); }
