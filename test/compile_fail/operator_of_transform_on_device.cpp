// expect: gpu::transform_reduce: this Operator is not precompiled for ranges on devices
// and: Operator = std::multiplies<void>
// expect: Use gpu::plus<>, gpu::minimum<> or gpu::maximum<>, or for numbers an expression of gpualgo/expression.hpp
// expect: Or compile this file with nvcc
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

float f(gpu::device_vector<float> const& v) {
    return gpu::transform_reduce(v, 1.0F, gpu::multiplies<>(), gpu::square<>());
}
