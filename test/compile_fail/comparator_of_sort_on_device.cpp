// expect: this Comparator is not precompiled for ranges on devices
// and: Comparator = by_magnitude
// expect: Use std::less<> or std::greater<>, for numbers also with an expression
// expect: Or a copy on the host: v.to_host()
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/sort.hpp>

struct by_magnitude {
    bool operator()(int a, int b) const { return a * a < b * b; }
};

void f(gpu::device_vector<int>& v) { gpu::sort(v, by_magnitude()); }
