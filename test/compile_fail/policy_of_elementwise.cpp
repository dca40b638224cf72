// expect: gpu::fill, iota, replace, replace_if, reverse, reverse_copy, gather, scatter, swap_ranges: this Policy is not a policy that they support
// and: Policy = gpu::v0::policy::interleaved
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/fill.hpp>

#include <vector>

void f(std::vector<int>& v) { gpu::fill(gpu::interleaved, v, 1); }
