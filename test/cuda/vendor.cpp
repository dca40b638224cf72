// SPDX-License-Identifier: Apache-2.0
/// The vendor's reduction on a fake runtime: CUB's CUDA calls are made, but nothing is computed.
/// The result is init.
#include "fake_reductions.hpp"
#include "fake_runtime.hpp"

#include "call/backend.hpp"
#include "reduce/table.hpp"

#include <gpualgo/error.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

using namespace gpu::detail;
using Catch::Contains;

namespace {

constexpr std::uint32_t ordinal = 40;

/// A reduction of zeros, with an init of 7.
template <class Value, class T, class Op = gpu::kernel::plus>
struct reduction {
    explicit reduction(std::size_t n) : values(n) {
        request.strategy = index_of<gpu::policy::vendor, strategies>;
        request.space = static_cast<std::uint32_t>(gpu::policy::vendor::spaces[0]);
        request.value = index_of<Value, types>;
        request.accumulator = index_of<T, types>;
        request.operation = index_of<Op, operators>;
        request.first = values.data();
        request.n = n;
        request.init = &init;
        request.result = &result;
    }
    void run() { cuda_backend().reduce(ordinal, request, ran); }

    std::vector<Value> values;
    T init = 7;
    T result = 1;
    reduce_request request;
    call_result ran;
};

// the fake needs one byte of scratch per element
constexpr std::size_t needs_more_scratch = cuda_workspace::scratch_bytes + 1;

} // namespace

TEST_CASE("every reduction that vendor supports runs by CUB, and is reported so", "[vendor]") {
    unsigned count = 0;
    for_each(vendor_operators{}, [&]<class Op>(std::type_identity<Op>, std::size_t) {
        for_each(vendor_types{}, [&]<class T>(std::type_identity<T>, std::size_t) {
            for (std::size_t const n : {1U, 5000U}) {
                reduction<T, T, Op> total(n);
                int const launches = fake_cuda::here().launches;
                total.run();
                CHECK(total.result == 7);
                CHECK(std::string(total.ran.kernel) == "cub::DeviceReduce::Reduce");
                CHECK(total.ran.grid == 0); // CUB does not report its grid
                CHECK(fake_cuda::here().launches == launches + (n > 1 ? 2 : 1));
                ++count;
            }
        });
    });
    CHECK(count == 2 * 18);
}

TEST_CASE("elements of another type are converted before CUB runs", "[vendor]") {
    reduction<std::int32_t, std::int64_t> sum(1000);
    sum.run();
    CHECK(sum.result == 7);
    CHECK(std::string(sum.ran.kernel) == "convert + cub::DeviceReduce::Reduce");
    CHECK(sum.ran.grid > 0);
}

TEST_CASE(
    "any CUDA call that CUB makes may fail: an exception, no leak, and the next reduction works",
    "[vendor]") {
    auto& machine = fake_cuda::here();
    reduction<float, float>(needs_more_scratch).run(); // warm-up
    auto const blocks = machine.device_memory;
    int failures = 0;
    for (int good = 0;; ++good) {
        INFO("the call after " << good << " fails");
        reduction<float, float> sum(needs_more_scratch);
        machine.fail_after(good, cudaErrorLaunchOutOfResources);
        bool thrown = false;
        try {
            sum.run();
        } catch (gpu::error const& e) {
            thrown = true;
            CHECK(e.code() == cudaErrorLaunchOutOfResources);
        }
        bool const reached = machine.calls >= machine.failing_call;
        machine.heal();
        CHECK(sum.result == (thrown ? 1.0F : 7.0F));
        CHECK(cudaGetLastError() == cudaSuccess);
        CHECK(machine.device_memory == blocks);
        REQUIRE(cudaSetDevice(0) == cudaSuccess);
        failures += thrown;
        if (!reached) break;
        reduction<float, float> next(needs_more_scratch);
        CHECK_NOTHROW(next.run());
        CHECK(next.result == 7);
    }
    CHECK(failures >= 7);
}

TEST_CASE("failures in CUB are errors that name it", "[vendor]") {
    reduction<double, double> sum(5000);
    sum.run();
    for (int const good : {4, 5, 6, 7}) { // CUB's queries and launches
        fake_cuda::here().fail_after(good, cudaErrorInvalidValue);
        CHECK_THROWS_WITH(sum.run(), Contains("cub::DeviceReduce::Reduce failed on cuda:40") &&
                                         Contains("cudaErrorOfTheFake"));
        fake_cuda::here().heal();
    }
    fake_cuda::here().failing_launch = cudaErrorIllegalAddress;
    CHECK_THROWS_AS(sum.run(), gpu::device_fault);
    fake_cuda::here().failing_launch = cudaSuccess;
}

TEST_CASE("vendor's result on a stream needs no allocation and no wait", "[vendor]") {
    auto& machine = fake_cuda::here();
    void* const stream = cuda_backend().make_stream(ordinal);
    std::int64_t into = 1;
    reduction<std::int64_t, std::int64_t> sum(5000);
    sum.request.result = nullptr;
    sum.request.into = &into;
    sum.request.stream = stream;
    cuda_backend().reduce(ordinal, sum.request, sum.ran); // warm-up
    reduction<std::int64_t, std::int64_t>(1).run(); // provides another workspace for the graph
    for (bool const captured : {false, true}) {
        into = 1;
        int const allocations = machine.allocations;
        int const waits = machine.synchronisations;
        machine.captured = captured ? static_cast<cudaStream_t>(stream) : nullptr;
        cuda_backend().reduce(ordinal, sum.request, sum.ran);
        CHECK(into == 7);
        CHECK(machine.synchronisations == waits);
        CHECK(machine.allocations == allocations);
    }
    machine.captured = nullptr;
    machine.end_graph();
    cuda_backend().end_stream(ordinal, stream);
}
