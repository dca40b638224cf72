// expect: gpu::views: kernels cannot be made of this View
// expect: Of zip and gpu::soa_vector they take
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/copy_if.hpp>
#include <gpualgo/device_vector.hpp>
#include <gpualgo/views.hpp>

#include <tuple>

void f(gpu::device_vector<float> const& v, gpu::device_vector<float>& out) {
    gpu::copy_if(gpu::views::zip(v, v), out, [](auto const& row) { return std::get<0>(row) > 0; });
}
