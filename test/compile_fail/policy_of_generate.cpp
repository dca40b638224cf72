// expect: gpu::transform, adjacent_difference, generate, for_each: this Policy is not a policy that they support
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/generate.hpp>

#include <vector>

void f(std::vector<int>& v) {
    gpu::generate(gpu::interleaved, v, [] { return 1; });
}
