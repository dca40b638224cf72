// expect: gpu::transform: a Result of the function cannot be assigned to an element of this Output
// and: Result = std::vector<int>
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/transform.hpp>

#include <vector>

void f(std::vector<int> const& v, std::vector<float>& w) {
    gpu::transform(v, w, [](int x) { return std::vector<int>(3, x); });
}
