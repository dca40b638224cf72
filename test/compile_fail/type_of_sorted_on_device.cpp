// expect: gpu::merge, lower_bound, upper_bound: nothing is precompiled for elements of type Value on devices
// and: Value = bool
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/merge.hpp>

void f(gpu::device_vector<bool> const& v, gpu::device_vector<bool>& out) { gpu::merge(v, v, out); }
