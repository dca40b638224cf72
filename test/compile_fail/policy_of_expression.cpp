// SPDX-License-Identifier: Apache-2.0
// expect: gpu expressions run on devices by gpu::automatic only
#include <gpualgo/expression.hpp>
#include <gpualgo/gpualgo.hpp>

float f(gpu::device_vector<float> const& x) {
    using namespace gpu::placeholders;
    return gpu::reduce(gpu::interleaved, x, 0.f, _1 + 2 * _2);
}
