// SPDX-License-Identifier: Apache-2.0
// expect: gpu::min_element, max_element, minmax_element: this Comparator is not
#include <gpualgo/generate.hpp>
#include <gpualgo/gpualgo.hpp>

auto f(gpu::device_vector<int>& x) {
    return gpu::min_element(x, std::less<>(), [](int v) { return -v; });
}
