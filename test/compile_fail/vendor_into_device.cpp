// expect: gpu::vendor: this Operator with an init of type Accumulator is not the vendor's
// and: Operator = std::bit_or<void>; Accumulator = int
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

void f(gpu::device_vector<int> const& v, gpu::device_vector<int>& out) {
    gpu::reduce_into(gpu::vendor, v.begin(), v.end(), out.begin(), 0, std::bit_or<>());
}
