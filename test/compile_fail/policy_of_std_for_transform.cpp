// expect: gpu::transform, adjacent_difference, generate, for_each: this Policy needs #include <gpualgo/std_execution.hpp>
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/transform.hpp>

#include <execution>
#include <vector>

void f(std::vector<int>& v) {
    gpu::transform(std::execution::par, v.begin(), v.end(), v.begin(), [](int i) { return i; });
}
