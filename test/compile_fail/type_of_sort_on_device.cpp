// expect: argsort, is_sorted: nothing is precompiled for elements of type Value on devices
// and: Value = pair
// expect: Precompiled: integers of 8 to 64 bits, float, double, gpu::half and gpu::bfloat16
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/sort.hpp>

struct pair {
    int a, b;
    bool operator<(pair const& other) const { return a < other.a; }
};

void f(gpu::device_vector<pair>& v) { gpu::sort(v); }
