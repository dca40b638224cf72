// expect: gpu::top_k: this order of elements of type Value is not precompiled for ranges on devices
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/top_k.hpp>

void f(gpu::device_vector<int> const& v, gpu::device_vector<int>& out) {
    gpu::top_k(v, 3, out, [](int a, int b) { return a % 7 < b % 7; });
}
