// SPDX-License-Identifier: Apache-2.0
/// Kernels of a program: the same on a GPU and on the simulated device.
#include "own_kernels_on_gpu.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <stdexcept>

TEST_CASE("a kernel of a program with all groups on the simulated device") {
    auto const simulated = own_kernel_simulated();
    CHECK(simulated.count == 12 * 48);
    unsigned sum = 0;
    for (unsigned block = 0; block < 12; ++block) sum += simulated.sums[1 + block];
    CHECK(simulated.sums[0] == sum);
}

TEST_CASE("the same on a GPU") {
    if (gpu::device::preferred().kind() != gpu::device_kind::cuda) return;
    auto const on_gpu = own_kernel_on_gpu();
    auto const simulated = own_kernel_simulated();
    CHECK(on_gpu.seen == simulated.seen);
    CHECK(on_gpu.sums == simulated.sums);
    CHECK(on_gpu.count == simulated.count);
    CHECK_THROWS_AS(launch_on_host_memory(), std::invalid_argument);
}
