// expect: success
// SPDX-License-Identifier: Apache-2.0
// The umbrella header has memory resources and extrema.
#include <gpualgo/gpualgo.hpp>

gpu::device_resource memory(gpu::device::host());
gpu::device_vector<int> v(3, memory);
bool const is_first = gpu::min_element(v) == v.begin();
