// expect: gpu::transform, adjacent_difference, generate, for_each: this Policy needs #include <gpualgo/std_execution.hpp>
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/generate.hpp>

#include <execution>
#include <vector>

void f(std::vector<int>& v) {
    gpu::for_each(std::execution::par_unseq, v, [](int& i) { ++i; });
}
