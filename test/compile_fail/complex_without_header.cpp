// expect: std::complex of float or double, if gpualgo/complex.hpp is included
// and: Value = std::complex<float>; Accumulator = std::complex<float>
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

#include <complex>

std::complex<float> f(gpu::device_vector<std::complex<float>> const& v) { return gpu::reduce(v); }
