// expect: two ranges or fields on a device must have elements of one size
// expect: gpu::cast<double>
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/functional.hpp>
#include <gpualgo/soa_vector.hpp>
#include <gpualgo/views.hpp>

using namespace gpu::placeholders;

double f(gpu::soa_vector<float, double> const& v) {
    return gpu::transform_reduce(v, 0.0, gpu::plus<>(), gpu::field<0>(_1) * gpu::field<1>(_1));
}
