// expect: gpu::transform, adjacent_difference, generate, for_each: this Policy is not a policy that they support
// expect: Use gpu::automatic with its options, or no policy
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/transform.hpp>

#include <vector>

void f(std::vector<int>& v) { gpu::transform(gpu::interleaved, v, v, gpu::negate<>()); }
