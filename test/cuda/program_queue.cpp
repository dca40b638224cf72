// SPDX-License-Identifier: Apache-2.0
/// Kernels of a program's own on queues of the library's: the whole library on a fake runtime, which only notes launches.
#include "program_queue.hpp"

#include "fake_runtime.hpp"

#include <gpualgo/device.hpp>
#include <gpualgo/error.hpp>

#include <catch2/catch.hpp>

#include <string>

using Catch::Contains;

namespace {

int current_device() {
    int ordinal = -1;
    REQUIRE(cudaGetDevice(&ordinal) == cudaSuccess);
    return ordinal;
}

} // namespace

TEST_CASE("a program's kernels are launched where the range lies") {
    auto& machine = fake_cuda::here();
    gpu::device const on = gpu::device::cuda(2);
    gpu::device_vector<int> const x(100'000, on);
    gpu::report ran;
    int launches = machine.launches;
    (void)reduced(gpu::automatic.report_to(ran), x);
    CHECK(machine.launches == launches + 1);
    CHECK(machine.launched_on == 2);
    CHECK(ran.device == on);
    CHECK(ran.kernel == "reduce_canonical");
    CHECK(ran.grid > 1);
    CHECK(ran.block % 32 == 0);
    CHECK(ran.bytes == 400'000);
    CHECK(current_device() == 0);

    launches = machine.launches;
    (void)reduced(gpu::interleaved.block_size(64).in(gpu::memory_space::global).report_to(ran), x);
    CHECK(machine.launches == launches + 2);
    CHECK(ran.kernel == "reduce<interleaved, global>");
    CHECK(ran.block == 64);
}

TEST_CASE("an empty range launches nothing") {
    int const launches = fake_cuda::here().launches;
    CHECK(reduced(gpu::automatic, gpu::device_vector<int>(0, gpu::device::cuda(3))) == 0);
    CHECK(fake_cuda::here().launches == launches);
}

TEST_CASE("options are checked before anything is launched") {
    int const launches = fake_cuda::here().launches;
    gpu::device_vector<int> const x(10, gpu::device::cuda(4));
    CHECK_THROWS_AS(reduced(gpu::interleaved.block_size(2000), x), std::invalid_argument);
    CHECK_THROWS_AS(reduced(gpu::interleaved.in(gpu::memory_space::registers), x), std::invalid_argument);
    CHECK_THROWS_AS(reduced(gpu::automatic.block_size(32), x), std::invalid_argument);
    CHECK_THROWS_WITH(reduced(gpu::automatic.on(gpu::device::cuda(5)), x), Contains("cuda:4") && Contains("cuda:5"));
    CHECK(fake_cuda::here().launches == launches);
}

TEST_CASE("large elements are given more shared memory, up to what the GPU has") {
    auto& machine = fake_cuda::here();
    gpu::device_vector<wide> const x(5000, gpu::device::cuda(6));
    (void)reduced(gpu::interleaved.block_size(512), x);
    CHECK(machine.largest_shared_memory == 0); // 32 KiB need not be asked for
    (void)reduced(gpu::interleaved.block_size(1024), x);
    CHECK(machine.largest_shared_memory == 64 * 1024);

    machine.shared_memory_per_block = 48 * 1024;
    int const launches = machine.launches;
    CHECK_THROWS_WITH(reduced(gpu::interleaved.block_size(1024), x), Contains("65536 bytes") && Contains("49152"));
    CHECK_THROWS_AS(reduced(gpu::interleaved.block_size(1024), x), std::invalid_argument);
    CHECK(machine.launches == launches);
}

TEST_CASE("each call of CUDA may fail: an exception, no leak, and the next reduction works") {
    auto& machine = fake_cuda::here();
    gpu::device_vector<int> const x(100'000, gpu::device::cuda(7));
    (void)reduced(gpu::interleaved, x); // warm
    auto const blocks = machine.device_memory.size();
    int failures = 0;
    for (int good = 0;; ++good) {
        INFO("the call after " << good << " fails");
        machine.fail_after(good, cudaErrorLaunchOutOfResources);
        bool thrown = false;
        try {
            (void)reduced(gpu::interleaved, x);
        } catch (gpu::error const& e) {
            thrown = true;
            CHECK(e.code() == cudaErrorLaunchOutOfResources);
            CHECK(std::string(e.what()).find("cuda") != std::string::npos);
        }
        bool const reached = machine.calls >= machine.failing_call;
        machine.heal();
        CHECK(cudaGetLastError() == cudaSuccess);
        CHECK(machine.device_memory.size() == blocks);
        REQUIRE(cudaSetDevice(0) == cudaSuccess); // where setting it back was what failed
        failures += thrown;
        if (!reached) break;
        CHECK_NOTHROW(reduced(gpu::interleaved, x));
    }
    CHECK(failures > 5);
}

TEST_CASE("a launch that loses the GPU is a device_fault") {
    auto& machine = fake_cuda::here();
    gpu::device_vector<int> const x(1000, gpu::device::cuda(8));
    (void)reduced(gpu::automatic, x);
    machine.failing_launch = cudaErrorIllegalAddress;
    CHECK_THROWS_AS(reduced(gpu::automatic, x), gpu::device_fault);
    machine.failing_launch = cudaSuccess;
}
