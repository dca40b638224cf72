// expect: gpu::reduce_by_key: this Policy is not a policy that it supports
// and: Policy = gpu::v0::policy::vendor
// expect: Use gpu::automatic with its options, or no policy
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/reduce_by_key.hpp>

#include <vector>

void f(std::vector<int>& v, std::vector<int>& out) {
    gpu::reduce_by_key(gpu::vendor, v, v, out, out);
}
