// expect: gpu::reduce: this Operator is not precompiled for ranges on devices. Use gpu::plus<>
// and: Operator = multiply
// expect: Or compile this file with nvcc and include gpualgo/cuda.cuh, or reduce a copy on the host
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

struct multiply {
    float operator()(float a, float b) const { return a * b; }
};

float f(gpu::device_vector<float> const& v) { return gpu::reduce(v, 1.0F, multiply()); }
