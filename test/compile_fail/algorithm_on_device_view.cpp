// expect: gpu::views: kernels cannot be made of this View
// expect: transforms by expressions, such as 2 * gpu::placeholders::_1
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/extrema.hpp>
#include <gpualgo/views.hpp>

auto f(gpu::device_vector<float> const& v) {
    auto const view = gpu::views::transformed(v, [](float x) { return 2 * x; });
    return gpu::max_element(view) - view.begin();
}
