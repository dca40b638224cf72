// expect: gpu::reduce, transform_reduce, mean: this Policy needs #include <gpualgo/std_execution.hpp>
// and: parallel_policy
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/mean.hpp>

#include <execution>
#include <vector>

double f(std::vector<int> const& v) { return gpu::mean(std::execution::par, v); }
