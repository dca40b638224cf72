// expect: use of deleted function
// and: not v.begin(), v.cend()
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

#include <vector>

int f(std::vector<int>& v) {
    return gpu::transform_reduce(gpu::automatic, v.cbegin(), v.end(), v.begin(), 0);
}
