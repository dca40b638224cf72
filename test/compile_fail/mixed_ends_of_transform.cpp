// expect: use of deleted function
// and: not v.begin(), v.cend()
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/transform.hpp>

#include <vector>

void f(std::vector<int>& v) { gpu::transform(v.begin(), v.cend(), v.begin(), gpu::negate<>()); }
