// expect: gpu::min_element, max_element, minmax_element: this Policy is not a policy that they support
// and: Policy = gpu::v0::policy::interleaved
// expect: Use gpu::automatic with its options, or no policy
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/extrema.hpp>

#include <vector>

bool f(std::vector<int> const& v) { return gpu::max_element(gpu::interleaved, v) == v.end(); }
