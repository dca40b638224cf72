// expect: gpu::matmul: no kernels are precompiled for matrices of elements A and B with a product of elements C
// and: C = signed char
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

#include <cstdint>

void f(gpu::matrix<std::int8_t> const& a, gpu::matrix<std::int8_t>& c) {
    gpu::matmul(gpu::row_on_y, 1, a, a, 0, c);
}
