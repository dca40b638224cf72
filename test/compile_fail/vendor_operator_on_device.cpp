// expect: gpu::vendor: this Operator with an init of type Accumulator is not the vendor's
// and: Operator = std::multiplies<void>; Accumulator = int
// expect: CUB is precompiled for gpu::plus<>, gpu::minimum<> and gpu::maximum<>
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

int f(gpu::device_vector<int> const& v) {
    return gpu::reduce(gpu::vendor, v, 1, std::multiplies<>());
}
