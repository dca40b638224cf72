// expect: gpu::views: kernels cannot be made of this View
// expect: expressions that read one field or two, such as gpu::field<0>(_1)
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/functional.hpp>
#include <gpualgo/soa_vector.hpp>
#include <gpualgo/views.hpp>

using namespace gpu::placeholders;
using gpu::field;

float f(gpu::soa_vector<float, float, float> const& v) {
    return gpu::transform_reduce(v, 0.0f, gpu::plus<>(),
                                 field<0>(_1) * field<1>(_1) + field<2>(_1));
}
