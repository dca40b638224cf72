// expect: gpu::min_element, max_element, minmax_element: nothing is precompiled for elements of type Value on devices
// expect: Precompiled: integers of 8 to 64 bits, float, double, gpu::half and gpu::bfloat16
// and: Value = long double
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/extrema.hpp>

bool f(gpu::device_vector<long double> const& v) {
    return gpu::minmax_element(v.begin(), v.end()).first == v.end();
}
