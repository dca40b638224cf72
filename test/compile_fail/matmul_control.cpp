// expect: success
// SPDX-License-Identifier: Apache-2.0
// The correct neighbours of what the files matmul_*.cpp do wrong.
#include <gpualgo/gpualgo.hpp>

#include <cstdint>

struct table {
    static constexpr int rank() { return 2; }
    int extent(int) const { return 2; }
    int stride(int r) const { return 2 - r; }
    float* data_handle() const { return nullptr; }
};

void policy(gpu::matrix<float> const& a, gpu::matrix<float>& c) {
    gpu::matmul(gpu::row_on_x, a, a, c);
}
void types(gpu::matrix<double> const& a, gpu::matrix<double>& c) { gpu::matmul(a, a, c); }
void types_of_product(gpu::matrix<gpu::half> const& a, gpu::matrix<float>& c) {
    gpu::matmul(gpu::row_on_y, 1, a, a, 0, c);
}
gpu::matrix<std::int32_t> product(gpu::matrix<std::int8_t> const& a) { return gpu::matmul(a, a); }
void two_dimensions(table const& a, gpu::matrix<float>& c) { gpu::matmul(a, a, c); }
