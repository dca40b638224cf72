// expect: gpu::unique, unique_copy: this Policy is not a policy that they support
// and: Policy = gpu::v0::policy::vendor
// expect: Use gpu::automatic with its options, or no policy
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/unique.hpp>

#include <vector>

void f(std::vector<int>& v) { gpu::unique(gpu::vendor, v); }
