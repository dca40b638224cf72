// SPDX-License-Identifier: Apache-2.0
// expect: gpu expressions run on devices by gpu::automatic only
#include <gpualgo/expression.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/scan.hpp>

void f(gpu::device_vector<int>& x) {
    using namespace gpu::placeholders;
    gpu::inclusive_scan(gpu::blelloch, x, x, gpu::max(_1, _2));
}
