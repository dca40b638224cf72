// expect: gpu::transform: this Function cannot be called with these Elements
// expect: With one range, it has one argument, and an expression has no _2
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/transform.hpp>

#include <vector>

void f(gpu::device_vector<float>& v) {
    using namespace gpu::placeholders;
    gpu::transform(v, v, _1 + _2);
}
