// expect: gpu::histogram: counts on a device are integers of 32 or 64 bits
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/histogram.hpp>

void f(gpu::device_vector<float> const& v, gpu::device_vector<float>& counts) {
    gpu::histogram(v, counts, 10, 0, 1);
}
