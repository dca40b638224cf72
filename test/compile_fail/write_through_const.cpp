// expect: lvalue required as left operand of assignment
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

void f(gpu::device_vector<int> const& v) { v[0] = 1; }
