// expect: gpu::merge, lower_bound, upper_bound: this Comparator is not precompiled for ranges on devices
// expect: Use std::less<> or std::greater<>, or a copy on the host: v.to_host()
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/binary_search.hpp>
#include <gpualgo/gpualgo.hpp>

void f(gpu::device_vector<int> const& v, gpu::device_vector<int>& out) {
    gpu::lower_bound(v, v, out, [](int a, int b) { return a < b; });
}
