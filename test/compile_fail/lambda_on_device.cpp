// expect: gpu::reduce: this Operator is not precompiled for ranges on devices
// and: lambda(float, float)
// expect: Or, for numbers, an expression of gpualgo/expression.hpp, such as gpu::max(gpu::placeholders::_1, gpu::placeholders::_2)
// expect: Use gpu::plus<>, gpu::minimum<>, gpu::maximum<>, gpu::multiplies<>, gpu::logical_and<> or gpu::logical_or<>
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

float f(gpu::device_vector<float> const& v) {
    return gpu::reduce(gpu::interleaved, v.begin(), v.end(), 1.0F,
                       [](float a, float b) { return a * b; });
}
