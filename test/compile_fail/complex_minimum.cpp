// expect: gpu::reduce: this Operator is not precompiled for ranges on devices
// expect: if it is a std::complex, only gpu::plus<> or gpu::multiplies<>
// and: Operator = gpu::v0::minimum<void>; Accumulator = std::complex<float>
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/complex.hpp>
#include <gpualgo/gpualgo.hpp>

using number = std::complex<float>;

number f(gpu::device_vector<number> const& v) { return gpu::reduce(v, number(), gpu::minimum<>()); }
