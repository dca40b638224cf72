// expect: gpu::matmul: this Policy is not a policy that matmul supports
// and: Policy = int
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

void f(gpu::matrix<float> const& a, gpu::matrix<float>& c) { gpu::matmul(512, a, a, c); }
