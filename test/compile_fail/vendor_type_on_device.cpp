// expect: gpu::vendor: this Operator with an init of type Accumulator is not the vendor's
// and: Accumulator = short int
// and: Accumulators = type_list<int, long int, unsigned int, long unsigned int, float, double>
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

short f(gpu::device_vector<short> const& v) {
    return gpu::transform_reduce(gpu::vendor, v, short{0}, std::plus<>(), gpu::square<>());
}
