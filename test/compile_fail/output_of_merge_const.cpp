// expect: gpu::merge, lower_bound, upper_bound: this Output cannot be assigned these Values
// expect: to elements that are not const
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/merge.hpp>

#include <vector>

void f(std::vector<int> const& v, std::vector<int> const& out) { gpu::merge(v, v, out); }
