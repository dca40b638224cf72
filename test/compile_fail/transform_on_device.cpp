// expect: gpu::transform_reduce: this Transform is not precompiled for ranges on devices
// and: lambda(float)
// expect: Use gpu::identity, gpu::negate<>, gpu::square<> or gpu::absolute<>; of two ranges gpu::multiplies<>, gpu::squared_difference<> or gpu::equal_to<>
// expect: such as gpu::placeholders::_1 + 1. Or compile this file with nvcc and include gpualgo/cuda.cuh
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

float f(gpu::device_vector<float> const& v) {
    return gpu::transform_reduce(v, 0.0F, gpu::plus<>(), [](float x) { return 2 * x; });
}
