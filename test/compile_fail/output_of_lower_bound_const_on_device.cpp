// expect: gpu::merge, lower_bound, upper_bound: this Output cannot be assigned these Values
// expect: lower_bound and upper_bound write integers, to elements that are not const
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/binary_search.hpp>
#include <gpualgo/gpualgo.hpp>

void f(gpu::device_vector<int> const& v, gpu::device_vector<int> const& out) {
    gpu::lower_bound(v, v, out);
}
