// expect: gpu::remove, remove_if: this Policy is not a policy that they support
// and: Policy = gpu::v0::policy::warp_shuffle
// expect: Use gpu::automatic with its options, or no policy
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/remove.hpp>

#include <vector>

void f(std::vector<int>& v) { gpu::remove_if(gpu::warp_shuffle, v, gpu::is_odd); }
