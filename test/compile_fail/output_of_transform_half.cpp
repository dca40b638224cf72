// expect: A function for an output of gpu::half or gpu::bfloat16 returns one: gpu::half(x)
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/transform.hpp>

#include <vector>

void f(std::vector<gpu::half>& v) {
    gpu::transform(gpu::automatic, v, v, [](float x) { return 2 * x; });
}
