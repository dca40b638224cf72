// expect: use of deleted function
// and: elements cannot be assigned: they are const
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/sort.hpp>

#include <vector>

void f(std::vector<int> const& v) { gpu::sort(v); }
