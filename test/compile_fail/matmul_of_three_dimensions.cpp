// expect: gpu::matmul: a matrix has two dimensions
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

struct cube {
    static constexpr int rank() { return 3; }
    int extent(int) const { return 2; }
    int stride(int) const { return 1; }
    float* data_handle() const { return nullptr; }
};

void f(cube const& a, gpu::matrix<float>& c) { gpu::matmul(a, a, c); }
