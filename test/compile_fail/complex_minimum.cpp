// expect: gpu::reduce: this Operator is not precompiled for ranges on devices
// and: Operator = gpu::v0::minimum<void>; Precompiled = type_list<std::plus<void>, std::multiplies<void> >
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/complex.hpp>
#include <gpualgo/gpualgo.hpp>

using number = std::complex<float>;

number f(gpu::device_vector<number> const& v) { return gpu::reduce(v, number(), gpu::minimum<>()); }
