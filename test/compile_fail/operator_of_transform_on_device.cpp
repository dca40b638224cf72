// expect: gpu::transform_reduce: this Operator is not precompiled for ranges on devices
// and: Operator = std::multiplies<void>
// and: Precompiled = type_list<std::plus<void>, gpu::v0::minimum<void>, gpu::v0::maximum<void>
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

float f(gpu::device_vector<float> const& v) {
    return gpu::transform_reduce(v, 1.0F, gpu::multiplies<>(), gpu::square<>());
}
