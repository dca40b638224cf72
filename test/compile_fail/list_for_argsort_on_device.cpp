// expect: gpu::argsort: if the range or the Indices lie on a device, the indices are integers of 32 or 64 bits
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/sort.hpp>

#include <deque>

void f(gpu::device_vector<int> const& v, std::deque<int>& out) { gpu::argsort(v, out); }
