// expect: none_of: this Predicate is not precompiled for ranges on devices
// expect: Use gpu::equals(x)
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/any_of.hpp>
#include <gpualgo/device_vector.hpp>

bool f(gpu::device_vector<int> const& v) {
    return gpu::any_of(v, [](int x) { return x > 3; });
}
