// expect: gpu::reduce: this Operator is not precompiled for ranges on devices
// and: Operator = std::bit_and<void>
// expect: if Accumulator is an integer, also gpu::bit_and<>, gpu::bit_or<> or gpu::bit_xor<>
// and: Accumulator = float
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

float f(gpu::device_vector<float> const& v) { return gpu::reduce(v, 0.F, std::bit_and<>()); }
