// expect: gpu::reduce, transform_reduce, mean: this Policy needs #include <gpualgo/std_execution.hpp>
// and: parallel_policy
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

#include <execution>
#include <vector>

int f(std::vector<int> const& v) {
    return gpu::transform_reduce(std::execution::par, v.begin(), v.end(), v.begin(), 0);
}
