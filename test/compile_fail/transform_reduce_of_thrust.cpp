// expect: use of deleted function
// and: give them as first, last, init, op, f
// SPDX-License-Identifier: Apache-2.0
// The order of thrust::transform_reduce.
#include <gpualgo/gpualgo.hpp>

#include <vector>

float f(std::vector<float> const& v) {
    return gpu::transform_reduce(
        v.begin(), v.end(), [](float x) { return x * x; }, 0.F, gpu::plus<>());
}
