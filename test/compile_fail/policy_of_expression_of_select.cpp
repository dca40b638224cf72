// SPDX-License-Identifier: Apache-2.0
// expect: gpu expressions run on devices by gpu::automatic only
#include <gpualgo/generate.hpp>
#include <gpualgo/gpualgo.hpp>

auto f(gpu::device_vector<int>& x) {
    return gpu::count_if(gpu::warp_shuffle, x, gpu::placeholders::_1 > 2);
}
