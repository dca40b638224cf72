// expect: gpu::matmul: the elements of C are const
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

void f(gpu::matrix<float> const& a, gpu::matrix<float> const& c) { gpu::matmul(a, a, c); }
