// SPDX-License-Identifier: Apache-2.0
// expect: gpu::transform: on devices, the Function must be an expression, such as 2 * gpu::placeholders::_1
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/transform.hpp>

void call(gpu::device_vector<float>& x) {
    gpu::transform(x, x, [](float v) { return 2 * v; });
}
