// expect: gpu::reduce_by_key: nothing is precompiled for values of type Value by Operator on devices
// expect: gpu::plus<>, gpu::minimum<> and gpu::maximum<> for integers of 32 and 64 bits, float and double
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/reduce_by_key.hpp>

#include <functional>

void f(gpu::device_vector<int>& v, gpu::device_vector<int>& out, gpu::device_vector<int>& totals) {
    gpu::reduce_by_key(v, v, out, totals, std::equal_to<>(), gpu::multiplies<>());
}
