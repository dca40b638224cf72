// expect: gpu::reduce, transform_reduce, mean: this Policy is not a policy that reduce supports
// expect: Use gpu::automatic, gpu::neighbored, gpu::neighbored_less
// and: Policy = int
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

#include <vector>

int f(std::vector<int> const& v) { return gpu::reduce(512, v.begin(), v.end(), 0); }
