// expect: gpu::min_element, max_element, minmax_element: this Policy needs #include <gpualgo/std_execution.hpp>
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

#include <execution>
#include <vector>

bool f(std::vector<int> const& v) { return gpu::max_element(std::execution::par, v) == v.end(); }
