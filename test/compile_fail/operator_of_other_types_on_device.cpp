// expect: gpu::reduce: this Operator is not precompiled for ranges on devices
// and: Operator = std::bit_and<void>
// and: Precompiled = type_list<std::plus<void>, gpu::v0::minimum<void>, gpu::v0::maximum<void>, std::multiplies<void>, std::logical_
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

float f(gpu::device_vector<float> const& v) { return gpu::reduce(v, 0.F, std::bit_and<>()); }
