// expect: remove_copy_if, partition_copy: this Predicate is not precompiled for ranges on devices
// and: lambda(float)
// expect: less_than(x), at_most(x), greater_than(x), at_least(x), between(x, y)
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/count.hpp>
#include <gpualgo/device_vector.hpp>

long f(gpu::device_vector<float> const& v) {
    return gpu::count_if(v, [](float x) { return x * x < 2; });
}
