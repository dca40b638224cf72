// SPDX-License-Identifier: Apache-2.0
/// The program on the first page of the manual.
//! [program]
#include <gpualgo/gpualgo.hpp>
#include <iostream>
#include <vector>

int main() {
    gpu::device_vector<float> const x(std::vector<float>(1'000'000, 0.1F)); // on the GPU
    float const sum = gpu::reduce(x);                                       // the fastest way
    float const largest = gpu::reduce(gpu::interleaved, x, 0.F, gpu::maximum<>()); // this way
    std::cout << sum << ' ' << largest << " on " << x.device().name() << '\n';
}
//! [program]
