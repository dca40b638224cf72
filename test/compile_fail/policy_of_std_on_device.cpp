// expect: gpu::reduce, transform_reduce, mean: this Policy needs #include <gpualgo/std_execution.hpp>
// and: parallel_policy
// SPDX-License-Identifier: Apache-2.0
// Without `gpu::`: must not find std::reduce, which would read the device by single elements.
#include <gpualgo/gpualgo.hpp>

#include <execution>
#include <numeric>

int f(gpu::device_vector<int> const& v) {
    return reduce(std::execution::par, v.begin(), v.end(), 0);
}
