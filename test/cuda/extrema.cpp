// SPDX-License-Identifier: Apache-2.0
/// Searches for extrema by groups of GPUs. Runs the whole library on a fake runtime, whose launches
/// search in order.
#include "fake_gpus.hpp"
#include "fake_runtime.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/sharded_vector.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <vector>

namespace {

using test::gpu_at;

/// Three chunks of 16 MiB, of which the last one is short. All have equal extrema.
std::vector<float> chunks() {
    constexpr std::size_t chunk = (std::size_t{16} << 20) / sizeof(float);
    std::vector<float> x(2 * chunk + 77);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 1013);
    for (std::size_t const i : {chunk - 1, chunk, 2 * chunk + 76}) {
        x[i] = 5000;
        x[i - 2] = -5000;
    }
    return x;
}

} // namespace

TEST_CASE("a group of GPUs finds extrema of a range of the host") {
    auto x = chunks();
    gpu::device_group const group{gpu_at(53), gpu_at(54)};
    auto const policy = gpu::automatic.on(group);
    gpu::report report;
    int const launches = fake_cuda::here().launches;
    CHECK(gpu::min_element(policy.report_to(report), x) == std::ranges::min_element(x));
    CHECK(fake_cuda::here().launches == launches + 3); // one per chunk
    CHECK(fake_cuda::here().contexts.contains(53));
    CHECK(fake_cuda::here().contexts.contains(54));
    CHECK((report.device == gpu_at(53) || report.device == gpu_at(54))); // took the first chunk
    CHECK(report.kernel == "extremum");
    CHECK(gpu::max_element(policy, x.begin(), x.end()) == std::ranges::max_element(x));
    CHECK(gpu::minmax_element(policy, x) == std::minmax_element(x.begin(), x.end()));
    x[99] = std::numeric_limits<float>::quiet_NaN(); // is no extremum
    CHECK(gpu::minmax_element(policy, x, std::greater<>()) ==
          gpu::minmax_element(x, std::greater<>()));
    gpu::pinned_vector<float> const locked(x.begin(), x.end());
    CHECK(gpu::max_element(policy, locked) - locked.begin() == gpu::max_element(x) - x.begin());
}

TEST_CASE("extrema of a range on a GPU of a group, and on another one") {
    std::vector<int> const x{3, 1, 2, 1, 3};
    gpu::device_vector<int> const v(x, gpu_at(56));
    auto const policy = gpu::automatic.on(gpu::device_group{gpu_at(55), gpu_at(56)});
    CHECK(gpu::min_element(policy, v) - v.begin() == 1);
    CHECK(gpu::minmax_element(policy, v).second - v.begin() == 4);
    gpu::device_group const other{gpu_at(55)};
    CHECK_THROWS_WITH(gpu::max_element(gpu::automatic.on(other), v),
                      Catch::Contains("none of the group's devices"));
}

TEST_CASE("extrema of a vector on several GPUs") {
    auto const x = chunks();
    gpu::sharded_vector const v(x, gpu::device_group{gpu_at(57), gpu_at(58), gpu_at(59)});
    auto const index = [&](auto i) { return static_cast<std::size_t>(i - x.begin()); };
    CHECK(gpu::min_element(v) == index(std::ranges::min_element(x)));
    CHECK(gpu::max_element(v) == index(std::ranges::max_element(x)));
    CHECK(gpu::minmax_element(v).second == index(std::minmax_element(x.begin(), x.end()).second));
}

TEST_CASE("if a call of CUDA fails, searches leave nothing behind and later ones succeed") {
    auto const x = chunks();
    gpu::device_group const group{gpu_at(38), gpu_at(39)};
    auto const policy = gpu::automatic.on(group);
    auto const expected = std::ranges::max_element(x);
    REQUIRE(gpu::max_element(policy, x) == expected);
    auto& machine = fake_cuda::here();
    auto const blocks = machine.device_memory.size();
    auto const streams = machine.streams.size();
    int failures = 0;
    for (int good = 0;; good += 5) {
        machine.fail_after(good, cudaErrorUnknown);
        try {
            (void)gpu::max_element(policy, x);
        } catch (gpu::error const&) {
            ++failures;
        }
        bool const reached = machine.calls >= machine.failing_call;
        machine.heal();
        if (!reached) break;
        INFO("the call after " << good << " fails");
        REQUIRE(gpu::max_element(policy, x) == expected);
        REQUIRE(machine.device_memory.size() <= blocks + 4);
        REQUIRE(machine.streams.size() <= streams + 4); // of staging memory, which is kept
    }
    CHECK(failures > 2);
}
