// expect: none_of, equal, mismatch, min, max, top_k: this Policy is not a policy that they support
// and: Policy = gpu::v0::policy::interleaved
// expect: Use gpu::automatic with its options, or no policy
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/find.hpp>

#include <vector>

bool f(std::vector<int> const& v) { return gpu::find(gpu::interleaved, v, 1) == v.end(); }
