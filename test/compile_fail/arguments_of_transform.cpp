// expect: gpu::transform: this Function cannot be called with these Elements
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/transform.hpp>

#include <vector>

void f(std::vector<float>& v) {
    gpu::transform(v.begin(), v.end(), v.begin(), [](float x, float y) { return x + y; });
}
