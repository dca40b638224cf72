// expect: gpu::vendor: this Operator with an init of type Accumulator is not the vendor's
// and: Accumulator = short int
// expect: with an init of an integer of 32 or 64 bits, float or double
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

short f(gpu::device_vector<short> const& v) {
    return gpu::transform_reduce(gpu::vendor, v, short{0}, std::plus<>(), gpu::square<>());
}
