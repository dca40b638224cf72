// expect: gpu: a device or a stream is no policy, but an option of one: gpu::automatic.on(device)
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

void f(gpu::device d, gpu::matrix<float> const& a, gpu::matrix<float>& c) {
    gpu::matmul(d, a, a, c);
}
