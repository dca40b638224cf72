// expect: gpu::sort, stable_sort, sort_by_key, argsort: this Policy is not a policy that they support
// and: Policy = gpu::v0::policy::warp_shuffle
// expect: Use gpu::automatic or gpu::vendor, or no policy
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/sort.hpp>

#include <vector>

void f(std::vector<int>& v) { gpu::sort(gpu::warp_shuffle, v); }
