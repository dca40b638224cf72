// expect: gpu::mean: elements must be integers of 8 to 64 bits, float, double, gpu::half or gpu::bfloat16
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

#include <string>
#include <vector>

void f(std::vector<std::string> const& v) { (void)gpu::mean(v); }
