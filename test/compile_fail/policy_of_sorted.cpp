// expect: gpu::merge, lower_bound, upper_bound, histogram: this Policy is not a policy that they support
// and: Policy = gpu::v0::policy::warp_shuffle
// expect: Use gpu::automatic with its options, or no policy
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/merge.hpp>

#include <vector>

void f(std::vector<int> const& v, std::vector<int>& out) {
    gpu::merge(gpu::warp_shuffle, v, v, out);
}
