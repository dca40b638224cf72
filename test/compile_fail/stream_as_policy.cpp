// expect: gpu: a device or a stream is no policy, but an option of one: gpu::automatic.on(device)
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/sort.hpp>
#include <gpualgo/stream.hpp>

#include <vector>

void f(gpu::stream const& s, std::vector<int>& v) { gpu::sort(s, v.begin(), v.end()); }
