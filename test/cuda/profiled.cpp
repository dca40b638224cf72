// SPDX-License-Identifier: Apache-2.0
/// The program that annotations.cpp runs under a fake profiler: one call per algorithm, the last of
/// which fails.
#include <gpualgo/gpualgo.hpp>

#include <cstdio>
#include <stdexcept>
#include <vector>

int main() {
    std::vector<int> const numbers{1, 2, 3};
    (void)gpu::reduce(gpu::cg_tile<8>.on(gpu::device::simulated()), numbers);
    gpu::matrix<float> const a(2, 2, gpu::device::host());
    gpu::matrix<float> c(2, 2, gpu::device::host());
    gpu::matmul(a, a, c);
    try {
        (void)gpu::reduce(gpu::interleaved.block_size(0), numbers);
    } catch (std::invalid_argument const&) {
        std::puts("caught");
    }
}
