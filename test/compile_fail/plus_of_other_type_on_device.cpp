// expect: gpu::reduce: this Operator is not precompiled for ranges on devices
// and: Operator = std::plus<double>
// SPDX-License-Identifier: Apache-2.0
// std::plus<double> converts floats to double and back: another function than std::plus<>.
#include <gpualgo/gpualgo.hpp>

#include <functional>

float f(gpu::device_vector<float> const& v) { return gpu::reduce(v, 1.0F, std::plus<double>()); }
