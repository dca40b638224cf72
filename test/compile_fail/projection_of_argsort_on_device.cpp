// expect: gpu::sort, stable_sort, sort_by_key, argsort: for ranges on devices, a Projection is a pointer to a field
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/sort.hpp>

#include <functional>

void f(gpu::device_vector<float> const& v, gpu::device_vector<int>& order) {
    gpu::argsort(v, order, std::less<>(), [](float x) { return -x; });
}
