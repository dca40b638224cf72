// expect: copy_if, remove_copy_if, partition_copy: this Policy is not a policy that they support
// and: Policy = gpu::v0::policy::interleaved
// expect: Use gpu::automatic, gpu::warp_shuffle or gpu::vendor, or no policy
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/copy_if.hpp>

#include <vector>

void f(std::vector<int> const& v, std::vector<int>& out) {
    gpu::copy_if(gpu::interleaved, v, out, gpu::is_odd);
}
