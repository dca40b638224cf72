// SPDX-License-Identifier: Apache-2.0
/// Behaviour of the CUDA backend if CUDA calls fail, on a fake runtime. Each case uses GPUs that no
/// other case has used.
#include "fake_reductions.hpp"
#include "fake_runtime.hpp"

#include "call/backend.hpp"

#include <gpualgo/error.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace gpu::detail;
using Catch::Contains;

namespace {

std::uint32_t unused_gpu() {
    static std::uint32_t next = 0;
    REQUIRE(next < fake_cuda::here().gpus.size());
    return next++;
}

int current_device() {
    int ordinal = -1;
    REQUIRE(cudaGetDevice(&ordinal) == cudaSuccess);
    return ordinal;
}

/// A reduction of n int32; on the fake runtime the result is init. `neighbored` through global
/// memory needs much scratch.
struct reduction {
    explicit reduction(std::size_t n, bool scratch) : values(n) {
        request.strategy = scratch ? number_of<gpu::policy::neighbored, strategies>
                                   : number_of<gpu::policy::automatic, strategies>;
        request.space = static_cast<std::uint32_t>(scratch ? gpu::memory_space::global
                                                           : gpu::memory_space::registers);
        request.block_size = 256;
        request.value = request.accumulator = index_of<std::int32_t, types>;
        request.first = values.data();
        request.n = n;
        request.init = &init;
        request.result = &result;
    }
    void run_on(std::uint32_t ordinal) { cuda_backend().reduce(ordinal, request, ran); }

    std::vector<std::int32_t> values;
    std::int32_t init = 7;
    std::int32_t result = -1;
    reduce_request request;
    call_result ran;
};

// 4 MiB of int32; a workspace holds 1 MiB
constexpr std::size_t needs_more_scratch = std::size_t{1} << 20;

} // namespace

TEST_CASE("any CUDA call that a reduction makes may fail: an exception, no leak, and the next "
          "reduction works") {
    auto& machine = fake_cuda::here();
    for (int good = 0;; ++good) {
        std::uint32_t const ordinal = unused_gpu();
        INFO("the call after " << good << " fails");
        auto const device_blocks = machine.device_memory.size();
        auto const host_blocks = machine.host_memory.size();
        int const pools = machine.pools;
        reduction sum(needs_more_scratch, true);

        machine.fail_after(good, cudaErrorMemoryAllocation);
        bool thrown = false;
        try {
            sum.run_on(ordinal);
        } catch (gpu::out_of_memory const&) {
            thrown = true;
        }
        bool const reached = machine.calls >= machine.failing_call;
        machine.heal();
        CHECK(cudaGetLastError() == cudaSuccess);
        if (thrown) {
            CHECK(sum.result == -1);
            CHECK(current_device() == 0);
        } else {
            CHECK(sum.result == 7); // later failures are ignored
        }
        REQUIRE(cudaSetDevice(0) == cudaSuccess);

        sum.result = -1;
        sum.run_on(ordinal);
        CHECK(sum.result == 7);
        // the workspace, the scratch that it keeps, and the context
        CHECK(machine.device_memory.size() == device_blocks + 3);
        CHECK(machine.host_memory.size() == host_blocks + 1);
        CHECK(machine.pools == pools + 1);
        if (!reached) {
            CHECK(good > 10);
            break;
        }
    }
}

TEST_CASE("any call that allocates, copies or fills may fail") {
    auto& machine = fake_cuda::here();
    std::uint32_t const ordinal = unused_gpu();
    // creates the pool, so that the calls are the same each time
    cuda_backend().deallocate(ordinal, cuda_backend().allocate(ordinal, 1));
    auto const blocks = machine.device_memory.size();
    std::vector<double> const source(100, 3.0);
    int failures = 0;
    for (int good = 0;; ++good) {
        machine.fail_after(good, cudaErrorUnknown);
        void* memory = nullptr;
        try {
            memory = cuda_backend().allocate(ordinal, source.size() * sizeof(double));
            cuda_backend().copy(memory, source.data(), source.size() * sizeof(double));
            cuda_backend().fill(ordinal, memory, 10, source.data(), 3 * sizeof(double));
        } catch (gpu::error const& e) {
            CHECK(e.code() == cudaErrorUnknown);
            ++failures;
        }
        bool const reached = machine.calls >= machine.failing_call;
        machine.heal();
        if (memory != nullptr) cuda_backend().deallocate(ordinal, memory);
        CHECK(machine.device_memory.size() == blocks);
        REQUIRE(cudaSetDevice(0) == cudaSuccess);
        if (!reached) break;
    }
    CHECK(failures > 10);
}

TEST_CASE("a fault of the GPU says that the process must be restarted") {
    auto& machine = fake_cuda::here();
    std::uint32_t const ordinal = unused_gpu();
    for (auto const code : {cudaErrorIllegalAddress, cudaErrorLaunchFailure,
                            cudaErrorMisalignedAddress, cudaErrorECCUncorrectable}) {
        reduction sum(1000, false);
        machine.fail_after(0, code, true);
        CHECK_THROWS_WITH(sum.run_on(ordinal), Contains("must be restarted"));
        CHECK_THROWS_AS(sum.run_on(ordinal), gpu::device_fault);
        // the memory is lost with the context: nothing happens
        cuda_backend().deallocate(ordinal, &sum);
        machine.heal();
    }
    reduction sum(1000, false);
    machine.fail_after(3, cudaErrorInvalidValue);
    CHECK_THROWS_AS(sum.run_on(ordinal), gpu::error);
    machine.heal();
}

TEST_CASE("an error names the call, the device and CUDA's message") {
    std::uint32_t const ordinal = unused_gpu();
    reduction sum(1000, false);
    sum.run_on(ordinal);
    fake_cuda::here().fail_after(4, cudaErrorInvalidValue);
    CHECK_THROWS_WITH(sum.run_on(ordinal),
                      Contains("cudaLaunchKernel failed on cuda:" + std::to_string(ordinal)) &&
                          Contains("the fake failed (cudaErrorOfTheFake, 1)"));
    fake_cuda::here().heal();
}

TEST_CASE("out_of_memory has the requested and the free bytes") {
    std::uint32_t const ordinal = unused_gpu();
    constexpr std::size_t much = std::size_t{1} << 40;
    try {
        (void)cuda_backend().allocate(ordinal, much);
        FAIL("there is no such memory");
    } catch (gpu::out_of_memory const& e) {
        CHECK(e.requested() == much);
        CHECK(e.available() == fake_cuda::here().bytes_free);
        CHECK_THAT(e.what(), Contains(std::to_string(much)) &&
                                 Contains(std::to_string(fake_cuda::here().bytes_free)));
    }
}

TEST_CASE("a grid that is too large for CUDA is refused before the launch") {
    std::uint32_t const ordinal = unused_gpu();
    call_result ran;
    cuda_queue queue(ordinal, ran);
    int const launches = fake_cuda::here().launches;
    launch_config const shape{std::size_t{std::numeric_limits<std::int32_t>::max()} + 1, 32, 0};
    gpu::kernel::transform_arguments<std::int32_t const*, std::int64_t> const nothing{nullptr, 0,
                                                                                      nullptr};
    using load = gpu::kernel::convert_to<std::int64_t>;
    CHECK_THROWS_AS(queue.launch<gpu::kernel::transform<load>>(shape, nothing, load{}), gpu::error);
    CHECK(fake_cuda::here().launches == launches);
}
