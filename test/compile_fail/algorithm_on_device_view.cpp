// expect: gpu::views: this algorithm does not take views of ranges on devices, or not by iterators
// expect: gpu::copy(view, vector)
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/expression.hpp>
#include <gpualgo/extrema.hpp>
#include <gpualgo/views.hpp>

float f(gpu::device_vector<float> const& v) {
    auto const view = gpu::views::transformed(v, 2 * gpu::placeholders::_1);
    return *gpu::max_element(view);
}
