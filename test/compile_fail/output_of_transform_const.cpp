// expect: gpu::transform: a Result of the function cannot be assigned to an element of this Output: it is const
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/transform.hpp>

#include <vector>

void f(std::vector<float> const& v) {
    gpu::transform(v, v, [](float x) { return x; });
}
