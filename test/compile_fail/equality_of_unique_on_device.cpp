// expect: gpu::unique, unique_copy: this Equal is not precompiled for ranges on devices
// expect: Use std::equal_to<>, or a copy on the host: v.to_host()
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/unique.hpp>

void f(gpu::device_vector<int>& v) {
    gpu::unique(v, [](int a, int b) { return a / 2 == b / 2; });
}
