// SPDX-License-Identifier: Apache-2.0
/// Scans by named strategies: exact values, block sizes, and what a report says.
#include "support/random_values.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/scan.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

using Catch::Matchers::Contains;

namespace {

/// The devices with kernels.
std::vector<gpu::device> kernel_devices() {
    auto devices = gpu::devices();
    std::erase(devices, gpu::device::host());
    return devices;
}

/// Calls `check(policy, name)` with every strategy that has kernels of its own.
void for_strategies(auto check) {
    check(gpu::hillis_steele);
    check(gpu::blelloch);
    check(gpu::cg_tile<1>);
    check(gpu::cg_tile<2>);
    check(gpu::cg_tile<4>);
    check(gpu::cg_tile<8>);
    check(gpu::cg_tile<16>);
    check(gpu::cg_tile<32>);
    check(gpu::warp_shuffle);
}

} // namespace

TEST_CASE("every strategy scans integers exactly, in blocks of every size") {
    for (auto const device : kernel_devices())
        for_strategies([&](auto const& strategy) {
            for (unsigned const threads : {1u, 32u, 50u, 96u, 256u})
                for (std::size_t const n : {1u, 2u, 49u, 50u, 51u, 96u, 700u}) {
                    INFO(strategy.name << " of " << threads << " threads, n = " << n);
                    auto const x = test::random_values<std::int32_t>(n, n);
                    std::vector<std::uint32_t> const u(x.begin(), x.end());
                    std::vector<std::uint32_t> expected(n), seen(n);
                    auto const policy = strategy.on(device).block_size(threads);

                    std::inclusive_scan(u.begin(), u.end(), expected.begin());
                    gpu::inclusive_scan(policy, u, seen);
                    REQUIRE(seen == expected);
                    std::exclusive_scan(u.begin(), u.end(), expected.begin(), 5u);
                    seen = u;
                    gpu::exclusive_scan(policy, seen, seen, 5u);
                    REQUIRE(seen == expected);
                    std::inclusive_scan(u.begin(), u.end(), expected.begin(), std::plus<>(), 9u);
                    gpu::inclusive_scan(policy, u, seen, std::plus<>(), 9u);
                    REQUIRE(seen == expected);
                }
        });
}

TEST_CASE("every strategy scans every type that it has, by every operator") {
    auto const check_type = []<class T>(gpu::device device, auto const& strategy,
                                        std::type_identity<T>) {
        std::vector<T> const x = [] {
            auto values = test::random_values<T>(1000, 3);
            if constexpr (std::is_floating_point_v<T>)
                for (auto& v : values) v = std::floor(v * 1024); // sums are exact
            return values;
        }();
        std::vector<T> expected(x.size()), seen(x.size());
        auto const compare = [&](auto op) {
            gpu::inclusive_scan(gpu::automatic.on(gpu::device::host()), x, expected, op);
            gpu::inclusive_scan(strategy.on(device), x, seen, op);
            REQUIRE(seen == expected);
        };
        compare(gpu::plus<>());
        compare(gpu::minimum<>());
        compare(gpu::maximum<>());
    };
    for (auto const device : kernel_devices())
        for_strategies([&](auto const& strategy) {
            INFO(strategy.name << " on " << to_string(device));
            check_type(device, strategy, std::type_identity<std::int32_t>());
            check_type(device, strategy, std::type_identity<std::uint32_t>());
            check_type(device, strategy, std::type_identity<std::int64_t>());
            check_type(device, strategy, std::type_identity<std::uint64_t>());
            check_type(device, strategy, std::type_identity<float>());
            check_type(device, strategy, std::type_identity<double>());
        });
}

TEST_CASE("a report says what ran") {
    std::vector<int> const x(1000, 1);
    std::vector<int> y(1000);
    for (auto const device : kernel_devices()) {
        gpu::report ran;
        gpu::inclusive_scan(gpu::hillis_steele.on(device).block_size(128).report_to(ran), x, y);
        CHECK(ran.strategy == "hillis_steele");
        CHECK(ran.kernel == "scan<hillis_steele, shared> + precede");
        CHECK(ran.block == 128);
        CHECK(ran.grid == 8);
        gpu::inclusive_scan(gpu::automatic.on(device).report_to(ran), x, y);
        CHECK(ran.kernel == "scan_canonical");
    }
    gpu::report ran;
    gpu::inclusive_scan(gpu::blelloch.on(gpu::device::host()).report_to(ran), x, y);
    CHECK_THAT(ran.kernel, Contains("scan<"));
    CHECK_THAT(ran.fallback, Contains("the host has no blelloch kernel"));
}

TEST_CASE("strategies refuse what they do not have") {
    auto const device = gpu::device::simulated();
    std::vector<std::int16_t> x(10, 1);
    CHECK_THROWS_WITH(
        gpu::inclusive_scan(gpu::blelloch.on(device), x, x),
        Contains("scans of int16 by plus have no blelloch kernel; this type has none"));
    std::vector<int> y(10, 1);
    CHECK_THROWS_WITH(gpu::inclusive_scan(gpu::blelloch.on(device), y, y, std::bit_or<>()),
                      Contains("plus, minimum, maximum have"));
    CHECK_THROWS_WITH(
        gpu::inclusive_scan(gpu::cg_tile<8>.on(device).in(gpu::memory_space::shared), y, y),
        Contains("in(shared) was given; cg_tile<8> scans through registers"));
    CHECK_THROWS_WITH(gpu::inclusive_scan(gpu::blelloch.on(device).block_size(2000), y, y),
                      Contains("a block has 1 to 1024 threads"));
    CHECK(y == std::vector<int>(10, 1));
}
