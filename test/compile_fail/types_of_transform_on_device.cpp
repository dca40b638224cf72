// expect: gpu::transform_reduce: nothing is precompiled for elements of types Values with an init of type Accumulator on devices
// expect: give an expression of gpualgo/expression.hpp as the transform
// expect: Or compile this file with nvcc and include gpualgo/cuda.cuh
// and: Accumulator = double; Values = {float, double}
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

double f(gpu::device_vector<float> const& v, gpu::device_vector<double> const& w) {
    return gpu::transform_reduce(v, w, 0.0);
}
