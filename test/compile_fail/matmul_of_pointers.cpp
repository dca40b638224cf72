// expect: use of deleted function
// and: needs gpu::matrix_view(pointer, rows, columns)
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

void f(float const* a, float* c) { gpu::matmul(gpu::automatic, 1.F, a, a, 0.F, c); }
