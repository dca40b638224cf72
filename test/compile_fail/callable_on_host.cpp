// expect: gpu::reduce: op(a, b) must be convertible to the type of init, where a and b are of that type or elements of the range
// SPDX-License-Identifier: Apache-2.0
// std::plus<> does not add numbers and strings.
#include <gpualgo/gpualgo.hpp>

#include <string>
#include <vector>

std::string f(std::vector<int> const& v) { return gpu::reduce(v, std::string()); }
