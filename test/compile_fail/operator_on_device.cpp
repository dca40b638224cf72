// expect: gpu::reduce: this Operator is not precompiled for ranges on devices. Use one of the Precompiled ones, compile this file by nvcc
// and: Operator = multiply
// and: Precompiled = type_list<std::plus<void>, gpu::v0::minimum<void>, gpu::v0::maximum<void>, std::multiplies<void>,
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

struct multiply {
    float operator()(float a, float b) const { return a * b; }
};

float f(gpu::device_vector<float> const& v) { return gpu::reduce(v, 1.0F, multiply()); }
