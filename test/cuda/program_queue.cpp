// SPDX-License-Identifier: Apache-2.0
/// A program's kernels on the library's queues: the whole library on a fake runtime, which only
/// records launches.
#include "program_queue.hpp"

#include "fake_runtime.hpp"

#include "support/counting_resource.hpp"

#include <gpualgo/device.hpp>
#include <gpualgo/error.hpp>
#include <gpualgo/stream.hpp>

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

TEST_CASE("a program's kernels are launched on the GPU of the range") {
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

TEST_CASE("a program's kernels do not change the runtime's current device") {
    gpu::device_vector<int> const x(100, gpu::device::cuda(13));
    int const devices_set = fake_cuda::here().devices_set;
    (void)reduced(gpu::automatic, x);
    // setting back the former device would create a context on it
    CHECK(fake_cuda::here().devices_set == devices_set);
    CHECK(current_device() == 0);
}

TEST_CASE("an empty range launches nothing") {
    int const launches = fake_cuda::here().launches;
    CHECK(reduced(gpu::automatic, gpu::device_vector<int>(0, gpu::device::cuda(3))) == 0);
    CHECK(fake_cuda::here().launches == launches);
}

TEST_CASE("a total that stays on the GPU is not waited for, and the call can be captured") {
    auto& machine = fake_cuda::here();
    gpu::device const on = gpu::device::cuda(9);
    gpu::device_vector<int> const x(100'000, on);
    gpu::device_vector<int> out(1, on);
    gpu::stream const stream(on);
    left(gpu::automatic.on(stream), x, out); // warm-up
    for (bool const captured : {false, true}) {
        machine.captured = captured ? static_cast<cudaStream_t>(stream.native_handle()) : nullptr;
        auto const blocks = machine.device_memory;
        int const waits = machine.synchronisations;
        int const launches = machine.launches;
        gpu::report ran;
        left(gpu::automatic.on(stream).report_to(ran), x, out);
        left(gpu::interleaved.on(stream), x, out);
        CHECK(machine.launches == launches + 3);
        CHECK(machine.launched_on == 9);
        CHECK(ran.kernel == "reduce_canonical");
        if (captured) continue; // the graph has a separate workspace
        CHECK(machine.synchronisations == waits);
        CHECK(machine.device_memory == blocks);
    }
    machine.captured = nullptr;
    machine.end_graph();

    gpu::report ran;
    int const launches = machine.launches;
    left(gpu::automatic.report_to(ran), gpu::device_vector<int>(0, on), out);
    CHECK(machine.launches == launches + 1);
    CHECK(ran.kernel == "assign");
}

TEST_CASE("a total on another device than the call's is refused") {
    gpu::device_vector<int> const x(10, gpu::device::cuda(10));
    gpu::device_vector<int> elsewhere(1, gpu::device::cuda(11));
    int const launches = fake_cuda::here().launches;
    CHECK_THROWS_WITH(left(gpu::automatic, x, elsewhere),
                      Contains("gpu::reduce_into(automatic on cuda:10, n = 10): out lies on "
                               "cuda:11, but the call runs on cuda:10"));
    CHECK_THROWS_WITH(left(gpu::automatic.block_size(32), x, elsewhere),
                      Contains("gpu::reduce_into(automatic"));
    gpu::device_vector<int> const simulated(10, gpu::device::simulated());
    gpu::device_vector<int> there(1, 3, gpu::device::simulated());
    CHECK_THROWS_AS(left(gpu::automatic, simulated, there), gpu::unsupported_operator);
    CHECK(there[0] == 3);
    CHECK(fake_cuda::here().launches == launches);
    gpu::device_vector<int> on_host(1, gpu::device::host());
    left(gpu::interleaved, gpu::device_vector<int>(10, 2, gpu::device::host()), on_host);
    CHECK(on_host[0] == 5);
}

TEST_CASE("messages name the called function") {
    auto& machine = fake_cuda::here();
    machine.shared_memory_per_block = 48 * 1024;
    gpu::device_vector<wide> const x(5000, gpu::device::cuda(12));
    CHECK_THROWS_WITH(transformed(x, 1024),
                      Contains("gpu::transform_reduce: elements of this size"));
    machine.shared_memory_per_block = 227 * 1024;
    CHECK_THROWS_WITH(transformed(x, 2000),
                      Contains("gpu::transform_reduce(interleaved on cuda:12, n = 5000)"));
    machine.failing_launch = cudaErrorLaunchOutOfResources;
    CHECK_THROWS_WITH(transformed(x, 64),
                      Contains("gpu::transform_reduce by the program's own kernels"));
    machine.failing_launch = cudaSuccess;
}

TEST_CASE("options are checked before anything is launched") {
    int const launches = fake_cuda::here().launches;
    gpu::device_vector<int> const x(10, gpu::device::cuda(4));
    CHECK_THROWS_AS(reduced(gpu::interleaved.block_size(2000), x), std::invalid_argument);
    CHECK_THROWS_AS(reduced(gpu::interleaved.in(gpu::memory_space::registers), x),
                    std::invalid_argument);
    CHECK_THROWS_AS(reduced(gpu::automatic.block_size(32), x), std::invalid_argument);
    CHECK_THROWS_WITH(reduced(gpu::automatic.on(gpu::device::cuda(5)), x),
                      Contains("cuda:4") && Contains("cuda:5"));
    CHECK(fake_cuda::here().launches == launches);
}

TEST_CASE("blocks of large elements get more shared memory, up to the limit of the GPU") {
    auto& machine = fake_cuda::here();
    machine.largest_shared_memory = 0;
    gpu::device_vector<wide> const x(5000, gpu::device::cuda(6));
    (void)reduced(gpu::interleaved.block_size(512), x);
    CHECK(machine.largest_shared_memory == 0); // 32 KiB need no request
    (void)reduced(gpu::interleaved.block_size(1024), x);
    // not 64 KiB: a limit that each launch sets could be too low for another thread's launch
    CHECK(machine.largest_shared_memory == machine.shared_memory_per_block);

    machine.shared_memory_per_block = 48 * 1024;
    int const launches = machine.launches;
    CHECK_THROWS_WITH(reduced(gpu::interleaved.block_size(1024), x),
                      Contains("65536 bytes") && Contains("49152"));
    CHECK_THROWS_AS(reduced(gpu::interleaved.block_size(1024), x), std::invalid_argument);
    CHECK(machine.launches == launches);
}

TEST_CASE("any CUDA call may fail: an exception, no leak, and the next reduction works") {
    auto& machine = fake_cuda::here();
    gpu::device_vector<int> const x(100'000, gpu::device::cuda(7));
    (void)reduced(gpu::interleaved, x); // warm-up
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
        REQUIRE(cudaSetDevice(0) == cudaSuccess); // if setting it back failed
        failures += thrown;
        if (!reached) break;
        CHECK_NOTHROW(reduced(gpu::interleaved, x));
    }
    CHECK(failures > 5);
}

TEST_CASE("exceptions of a memory resource pass through a program's kernels unchanged") {
    struct refusal {};
    struct refusing : test::counting_resource {
        using counting_resource::counting_resource;
        void* allocate(std::size_t) override { throw refusal(); }
    } resource(gpu::device::cuda(14));
    gpu::device_vector<int> const x(100'000, gpu::device::cuda(14));
    CHECK_THROWS_AS(reduced(gpu::automatic.with(resource), x), refusal);
    CHECK_THROWS_AS(reduced(gpu::interleaved.with(resource), x), refusal);
}

TEST_CASE("a launch that loses the GPU is a device_fault") {
    auto& machine = fake_cuda::here();
    gpu::device_vector<int> const x(1000, gpu::device::cuda(8));
    (void)reduced(gpu::automatic, x);
    machine.failing_launch = cudaErrorIllegalAddress;
    CHECK_THROWS_AS(reduced(gpu::automatic, x), gpu::device_fault);
    machine.failing_launch = cudaSuccess;
}
