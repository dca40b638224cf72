// expect: gpu::histogram: the edges and Bounds of integers are integers
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/histogram.hpp>

#include <vector>

void f(std::vector<int> const& v, std::vector<int>& counts) {
    gpu::histogram(v, counts, 4, 0.5, 4.5);
}
