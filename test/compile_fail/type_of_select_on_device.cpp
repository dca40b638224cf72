// expect: partition_copy: nothing is precompiled for elements of type Value on devices
// and: Value = pair
// expect: Precompiled: integers of 8 to 64 bits, float, double, gpu::half and gpu::bfloat16
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/copy_if.hpp>
#include <gpualgo/device_vector.hpp>

struct pair {
    int a, b;
};

void f(gpu::device_vector<pair> const& v, gpu::device_vector<pair>& out) {
    gpu::copy_if(v, out, [](pair const& x) { return x.a < x.b; });
}
