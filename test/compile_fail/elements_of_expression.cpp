// SPDX-License-Identifier: Apache-2.0
// expect: gpu::reduce, transform_reduce: expressions take integers of up to 64 bits, float and double as elements
#include <gpualgo/complex.hpp>
#include <gpualgo/expression.hpp>
#include <gpualgo/gpualgo.hpp>

auto f(gpu::device_vector<double> const& x, gpu::device_vector<float> const& y) {
    using namespace gpu::placeholders;
    return gpu::transform_reduce(x, y, std::complex<double>(), gpu::plus<>(), _1 * _2 + 1);
}
