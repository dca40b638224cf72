// SPDX-License-Identifier: Apache-2.0
/// Work on the second GPU creates no context on the first one, which would take about 500 MiB. A
/// separate program, since contexts persist. With fewer than two GPUs it tests nothing.
#include <gpualgo/gpualgo.hpp>

#include <cudaTypedefs.h>
#include <cuda_runtime_api.h>

#include <catch2/catch.hpp>

#include <vector>

namespace {

bool has_context(int ordinal) {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found{};
    REQUIRE(cudaGetDriverEntryPointByVersion("cuDevicePrimaryCtxGetState", &function, 7000,
                                             cudaEnableDefault, &found) == cudaSuccess);
    REQUIRE(found == cudaDriverEntryPointSuccess);
    unsigned flags = 0;
    int active = 0;
    auto const state = reinterpret_cast<PFN_cuDevicePrimaryCtxGetState_v7000>(function);
    REQUIRE(state(ordinal, &flags, &active) == CUDA_SUCCESS);
    return active != 0;
}

} // namespace

TEST_CASE("work on the second GPU creates no context on the first one") {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count < 2) {
        WARN("fewer than two GPUs: nothing is tested");
        return;
    }
    CHECK_FALSE(has_context(0));
    CHECK(gpu::devices().size() >= 4);
    CHECK_FALSE(has_context(0));
    gpu::device const second = gpu::device::cuda(1);
    CHECK(has_context(1));
    CHECK_FALSE(has_context(0));
    {
        std::vector<int> const values(1'000'000, 2);
        gpu::device_vector<int> const x(values, second);
        gpu::device_vector<int> total(1, second);
        CHECK(gpu::reduce(x) == 2'000'000);
        CHECK(x.to_host() == values);
        gpu::stream const stream(second);
        gpu::reduce_into(gpu::automatic.on(stream), x.begin(), x.end(), total.begin());
        stream.synchronize();
        CHECK(total[0] == 2'000'000);
        gpu::matrix<float> const a(64, 64, second);
        gpu::matrix<float> c(64, 64, second);
        gpu::matmul(gpu::automatic, a, a, c);
        gpu::pinned_vector<int> const pinned(1000, 1);
        CHECK(gpu::reduce(gpu::interleaved.on(second), pinned) == 1000);
    }
    int current = -1;
    CHECK(cudaGetDevice(&current) == cudaSuccess);
    CHECK(current == 0);
    CHECK_FALSE(has_context(0));
}
