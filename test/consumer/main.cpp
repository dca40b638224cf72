// SPDX-License-Identifier: Apache-2.0
/// A program of somebody else's, compiled by plain g++. It ends with 0 if all sums have the same
/// bits.
//! [first]
#include <gpualgo/gpualgo.hpp>

#include <iostream>
#include <vector>

int main() {
    std::vector<float> const x(1'000'000, 0.1F);
    gpu::device_vector<float> const y(x); // on the GPU, or on the host if there is none

    float const a = gpu::reduce(x); // on all cores
    float const b = gpu::reduce(y); // on the device of y
    // by the GPU's kernel, on the CPU
    float const c = gpu::reduce(gpu::automatic.on(gpu::device::simulated()), x);

    std::cout << a << ' ' << b << ' ' << c << " on " << y.device().name() << '\n';
    return a == b && b == c ? 0 : 1; // the same bits
}
//! [first]
