// expect: gpu::min_element, max_element, minmax_element: this Comparator is not precompiled
// and: projected_comparator<std::less<void>, std::negate<void> >
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/extrema.hpp>
#include <gpualgo/gpualgo.hpp>

bool f(gpu::device_vector<int>& v) { return gpu::min_element(v, {}, std::negate<>()) == v.end(); }
