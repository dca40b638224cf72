// expect: gpu::transform_reduce: this Transform is not precompiled for ranges on devices
// and: lambda(float)
// and: Precompiled = type_list<std::identity, std::negate<void>, gpu::v0::square<void>
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

float f(gpu::device_vector<float> const& v) {
    return gpu::transform_reduce(v, 0.0F, gpu::plus<>(), [](float x) { return 2 * x; });
}
