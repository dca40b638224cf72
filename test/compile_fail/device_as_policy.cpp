// expect: gpu: a device or a stream is no policy, but an option of one: gpu::automatic.on(device)
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

#include <vector>

int f(std::vector<int> const& v) { return gpu::reduce(gpu::device::simulated(), v); }
