// SPDX-License-Identifier: Apache-2.0
// expect: gpu::generate: on devices, the Function must be an expression of the position, such as 2 * gpu::placeholders::_1
#include <gpualgo/generate.hpp>
#include <gpualgo/gpualgo.hpp>

void f(gpu::device_vector<int>& x) {
    gpu::generate(x, [](auto i) { return static_cast<int>(i); });
}
