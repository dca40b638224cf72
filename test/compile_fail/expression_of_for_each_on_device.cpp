// SPDX-License-Identifier: Apache-2.0
// expect: gpu::for_each: on devices, the Function must be an assignment to the element, such as gpu::placeholders::_1 *= 2
#include <gpualgo/generate.hpp>
#include <gpualgo/gpualgo.hpp>

void f(gpu::device_vector<int>& x) { gpu::for_each(x, gpu::placeholders::_1 * 2); }
