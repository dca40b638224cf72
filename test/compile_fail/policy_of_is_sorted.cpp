// expect: gpu::is_sorted, is_sorted_until: this Policy is not a policy that they support
// and: Policy = gpu::v0::policy::vendor
// expect: Use gpu::automatic with its options, or no policy
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/is_sorted.hpp>

#include <vector>

void f(std::vector<int> const& v) { gpu::is_sorted(gpu::vendor, v); }
