// expect: gpu::min_element, max_element, minmax_element: this Comparator is not precompiled for ranges on devices
// and: lambda(float, float)
// expect: Use std::less<> or std::greater<> without a projection
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/extrema.hpp>

bool f(gpu::device_vector<float> const& v) {
    return gpu::min_element(v, [](float a, float b) { return a * a < b * b; }) == v.end();
}
