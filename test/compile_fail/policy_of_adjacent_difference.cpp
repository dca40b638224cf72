// expect: gpu::transform, adjacent_difference, generate, for_each: this Policy is not a policy that they support
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/adjacent_difference.hpp>

#include <vector>

void f(std::vector<int>& v) { gpu::adjacent_difference(gpu::interleaved, v, v.begin()); }
