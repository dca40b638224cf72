// expect: gpu::views: kernels cannot be made of this View
// expect: at most four ranges of numbers on a device
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/functional.hpp>
#include <gpualgo/soa_vector.hpp>
#include <gpualgo/views.hpp>

using namespace gpu::placeholders;
using gpu::field;

float f(gpu::soa_vector<float, float, float, float, float> const& v) {
    return gpu::transform_reduce(v, 0.0f, gpu::plus<>(),
                                 field<0>(_1) * field<1>(_1) + field<2>(_1) * field<3>(_1) +
                                     field<4>(_1));
}
