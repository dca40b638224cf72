// expect: gpu::argsort: if the range I or the indices lie on a device, the elements lie side by side
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/sort.hpp>

#include <deque>

void f(std::deque<float> const& v, gpu::device_vector<int>& out) { gpu::argsort(v, out); }
