// expect: gpu::reduce: this Policy is not a policy that reduce can serve
// and: Policy = gpu::v0::policy::row_on_x
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

#include <vector>

int f(std::vector<int> const& v) { return gpu::reduce(gpu::row_on_x, v, 0); }
