// expect: gpu::matmul: no kernels are precompiled for matrices of elements A and B with a product of elements C
// and: A = float; B = double; C = float
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

void f(gpu::matrix<float> const& a, gpu::matrix<double> const& b, gpu::matrix<float>& c) {
    gpu::matmul(a, b, c);
}
