// expect: use of deleted function
// and: needs gpu::matrix_view(pointer, rows, columns)
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

#include <vector>

void f(std::vector<float> const& a, std::vector<float>& c) { gpu::matmul(a, a, c); }
