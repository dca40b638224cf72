// expect: gpu::vendor: this Operator with an init of type Accumulator is not the vendor's
// and: Operator = std::multiplies<void>; Accumulator = int
// and: Operators = type_list<std::plus<void>, gpu::v0::minimum<void>, gpu::v0::maximum<void> >
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

int f(gpu::device_vector<int> const& v) {
    return gpu::reduce(gpu::vendor, v, 1, std::multiplies<>());
}
