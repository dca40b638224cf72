// SPDX-License-Identifier: Apache-2.0
/// Selections on GPUs: ranges and targets of the host are copied there and back, and targets keep
/// their length. Nothing leaks if a call of CUDA fails. The whole library on a fake runtime, whose
/// launches select in order.
#include "fake_gpus.hpp"
#include "fake_runtime.hpp"

#include <gpualgo/copy_if.hpp>
#include <gpualgo/count.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/remove.hpp>
#include <gpualgo/unique.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <exception>
#include <span>
#include <stdexcept>
#include <vector>

namespace {

using test::gpu_20;
using test::iota;

template <class Policy>
void check_staged(Policy const& policy) {
    auto const x = iota(10000);
    std::vector<int> odds(5001, -1), evens(5000);
    gpu::report ran;
    auto const ends = gpu::partition_copy(policy.on(gpu_20()).report_to(ran), x, odds.begin(),
                                          evens, gpu::is_odd);
    CHECK(ran.device == gpu_20());
    CHECK(ends.first - odds.begin() == 5000);
    CHECK(odds[4999] == 9999);
    CHECK(odds[5000] == -1);
    CHECK(evens[4999] == 9998);
    gpu::device_vector<int> on(x, gpu_20()), to(5000, gpu_20());
    CHECK(gpu::copy_if(policy, on, evens, gpu::is_odd) == evens.end()); // the target is staged
    CHECK(evens[0] == 1);
    CHECK(gpu::remove_copy_if(policy, x, to, gpu::is_odd) == to.end()); // the range is
    CHECK(to.to_host()[1] == 2);
    CHECK(gpu::count_if(policy, on, gpu::at_least(9990)) == 10);
    CHECK_THROWS_AS(
        gpu::copy_if(policy, on, gpu::device_vector<int>(5000, gpu::device::cuda(21)), gpu::is_odd),
        std::invalid_argument);
    evens.assign(5000, -1);
    std::span<int> const part(evens.data(), 10);
    CHECK_THROWS_AS(gpu::copy_if(policy, on, part, gpu::is_odd), std::invalid_argument);
    CHECK(evens[9] == 19);
    CHECK(evens[10] == -1);
}

} // namespace

TEST_CASE("ranges and targets of the host are copied to the GPU and back") {
    check_staged(gpu::automatic);
    check_staged(gpu::warp_shuffle);
    check_staged(gpu::vendor);
}

TEST_CASE("unique elements: of the host, of a GPU, and in place") {
    std::vector<int> x(10000), out(2500);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<int>(i / 4);
    gpu::report ran;
    auto const policy = gpu::automatic.on(gpu_20()).report_to(ran);
    CHECK(gpu::unique_copy(policy, x, out) == out.end());
    CHECK(ran.device == gpu_20());
    CHECK(out == iota(2500));
    gpu::device_vector<int> on(x, gpu_20());
    CHECK(gpu::unique(on) == on.begin() + 2500);
    CHECK(on[2499] == 2499);
    auto const& machine = fake_cuda::here();
    auto const blocks = machine.device_memory.size();
    CHECK(gpu::unique(policy, x) == x.begin() + 2500);
    CHECK(machine.device_memory.size() == blocks);
    CHECK(x[2499] == 2499);
}

TEST_CASE("elements are removed: of the host, of a GPU") {
    std::vector<int> x = iota(10000);
    gpu::device_vector<int> on(x, gpu_20());
    gpu::report ran;
    CHECK(gpu::remove_if(gpu::automatic.report_to(ran), on, gpu::is_odd) == on.begin() + 5000);
    CHECK(ran.device == gpu_20());
    CHECK(on[4999] == 9998);
    auto const& machine = fake_cuda::here();
    auto const blocks = machine.device_memory.size();
    CHECK(gpu::remove(gpu::automatic.on(gpu_20()), x, 5) == x.end() - 1);
    CHECK(machine.device_memory.size() == blocks);
    CHECK((x[4] == 4 && x[5] == 6 && x[9998] == 9999));
}

TEST_CASE("the launches of selections: one in order, for few elements and many") {
    auto& machine = fake_cuda::here();
    gpu::device_vector<int> const x(iota(100000), gpu_20());
    gpu::device_vector<int> out(100000, gpu_20());
    auto const launches = [&](auto const& policy, std::size_t n) {
        int const before = machine.launches;
        gpu::report ran;
        gpu::copy_if(policy.report_to(ran), x.begin(), x.begin() + static_cast<std::ptrdiff_t>(n),
                     out.begin(), gpu::is_odd);
        CHECK(ran.bytes == (n + n / 2) * sizeof(int));
        return machine.launches - before;
    };
    CHECK(launches(gpu::automatic, 100) == 1);
    CHECK(launches(gpu::automatic, 100000) == 1);
    CHECK(launches(gpu::warp_shuffle, 100) == 2); // the first one clears words
    CHECK(launches(gpu::vendor, 100000) == 1);
    gpu::report ran;
    int const before = machine.launches;
    gpu::copy_if(gpu::automatic.report_to(ran), x, out, gpu::is_odd);
    CHECK(ran.kernel == "select"); // not CUB's
    gpu::partition_copy(gpu::automatic.report_to(ran), x, out.begin(), out.begin() + 50000,
                        gpu::is_odd);
    CHECK(ran.kernel == "partition");
    CHECK(machine.launches == before + 2);
}

TEST_CASE("whatever call of CUDA fails, nothing leaks and the targets of the host stay") {
    auto& machine = fake_cuda::here();
    auto const x = iota(10000);
    std::vector<int> out(5000, -1);
    auto const policy = gpu::automatic.on(gpu_20());
    gpu::copy_if(policy, x, out, gpu::is_odd); // what stays allocated
    auto const blocks = machine.device_memory.size();
    unsigned failures = 0;
    for (int k = 1;; ++k) {
        out.assign(5000, -1);
        machine.failing_call = machine.calls + k;
        try {
            gpu::copy_if(policy, x, out, gpu::is_odd);
            break;
        } catch (std::exception const&) { // gpu::error or gpu::out_of_memory
            ++failures;
        }
        REQUIRE(k < 200);
        CHECK(machine.device_memory.size() <= blocks);
    }
    machine.failing_call = 0;
    CHECK(failures > 3);
    CHECK(gpu::copy_if(policy, x, out, gpu::is_odd) == out.end());
    CHECK(out[0] == 1);
}
