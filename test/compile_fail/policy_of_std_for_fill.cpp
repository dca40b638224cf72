// expect: reverse_copy, gather, scatter, swap_ranges: this Policy needs #include <gpualgo/std_execution.hpp>
// expect: Or use gpu::automatic, or no policy
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/fill.hpp>

#include <execution>
#include <vector>

void f(std::vector<int>& v) { gpu::fill(std::execution::par, v, 1); }
