// expect: use of deleted function
// and: not v.begin(), v.cend()
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/sort.hpp>

#include <vector>

void f(std::vector<int>& v) { gpu::sort(v.begin(), v.cend()); }
