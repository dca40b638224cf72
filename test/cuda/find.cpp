// SPDX-License-Identifier: Apache-2.0
/// Searches on GPUs: ranges of the host are copied there. Nothing leaks if a call of CUDA fails.
/// The whole library on a fake runtime, whose launches search in order.
#include "fake_gpus.hpp"
#include "fake_runtime.hpp"

#include <gpualgo/any_of.hpp>
#include <gpualgo/equal.hpp>
#include <gpualgo/find.hpp>
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <exception>
#include <stdexcept>
#include <vector>

namespace {

using test::gpu_20;
using test::iota;

} // namespace

TEST_CASE("ranges of the host are copied to the GPU to be searched") {
    auto const x = iota(10'000);
    auto y = x;
    y[8'000] = -1;
    gpu::report ran;
    auto const policy = gpu::automatic.on(gpu_20()).report_to(ran);
    CHECK(gpu::find(policy, x, 7'777) - x.begin() == 7'777);
    CHECK(ran.device == gpu_20());
    CHECK(ran.bytes == 7'778 * sizeof(int));
    CHECK(gpu::any_of(policy, x, gpu::is_odd));
    CHECK(gpu::mismatch(policy, x, y).first - x.begin() == 8'000);
    gpu::device_vector<int> const on(x, gpu_20());
    CHECK(gpu::equal(on, x)); // the second range is copied
    CHECK(gpu::mismatch(y, on).first - y.begin() == 8'000);
    CHECK(gpu::find_if(on, gpu::greater_than(20'000)) == on.end());
    CHECK_THROWS_AS(gpu::equal(on, gpu::device_vector<int>(x, gpu::device::cuda(21))),
                    std::invalid_argument);
}

TEST_CASE("one launch searches a block's tile, and two search several") {
    auto& machine = fake_cuda::here();
    gpu::device_vector<int> const x(iota(100'000), gpu_20());
    auto const launches = [&](std::ptrdiff_t n) {
        int const before = machine.launches;
        CHECK(gpu::find(x.begin(), x.begin() + n, -1) - x.begin() == n);
        return machine.launches - before;
    };
    CHECK(launches(4096) == 1);
    int const early = machine.early_launches;
    CHECK(launches(4097) == 2);
    CHECK(machine.early_launches == early + 1); // while the word is cleared
}

TEST_CASE("whatever call of CUDA fails during a search, nothing leaks") {
    auto& machine = fake_cuda::here();
    auto const x = iota(10'000);
    auto const policy = gpu::automatic.on(gpu_20());
    (void)gpu::equal(policy, x, x); // what stays allocated
    auto const blocks = machine.device_memory.size();
    machine.failure = cudaErrorUnknown; // an allocation without memory would be tried again
    unsigned failures = 0;
    for (int k = 1;; ++k) {
        machine.failing_call = machine.calls + k;
        try {
            bool const are_equal = gpu::equal(policy, x, x);
            CHECK(are_equal);
            break;
        } catch (std::exception const&) { // gpu::error or gpu::out_of_memory
            ++failures;
        }
        REQUIRE(k < 200);
        CHECK(machine.device_memory.size() <= blocks);
    }
    machine.failing_call = 0;
    machine.failure = cudaErrorMemoryAllocation;
    CHECK(failures > 3);
}
