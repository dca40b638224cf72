// expect: gpu::views: kernels cannot be made of this View
// expect: strided of such ranges is for the host only
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/views.hpp>

float f(gpu::device_vector<float> const& v) { return gpu::reduce(gpu::views::strided(v, 2)); }
