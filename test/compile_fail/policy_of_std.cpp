// expect: gpu::reduce: this Policy is not a policy that reduce can serve. Use one of the Policies, or none
// and: parallel_policy
// and: Policies = type_list<gpu::v0::policy::automatic, gpu::v0::policy::neighbored
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

#include <execution>
#include <vector>

int f(std::vector<int> const& v) { return gpu::reduce(std::execution::par, v.begin(), v.end()); }
