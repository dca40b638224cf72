// expect: gpu::replace_if: this Predicate is not precompiled for ranges on devices
// expect: gpu::less_than(x)
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/replace.hpp>

void f(gpu::device_vector<int>& v) {
    gpu::replace_if(
        v, [](int x) { return x > 1; }, 0);
}
