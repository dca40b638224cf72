// SPDX-License-Identifier: Apache-2.0
/// Scans of every type by every operator, on every device, against the definition.
#include "support/random_values.hpp"
#include "support/same_bits.hpp"
#include "support/scan_reference.hpp"

#include <gpualgo/device_vector.hpp>
#include <gpualgo/scan.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

using namespace gpu::detail;

namespace {

template <class T>
std::vector<T> values_of(std::size_t n, std::uint64_t seed) {
    if constexpr (std::is_integral_v<T>) {
        return test::random_values<T>(n, seed);
    } else {
        std::vector<T> x;
        for (double const v : test::random_values<double>(n, seed))
            x.push_back(static_cast<T>(static_cast<float>(v)));
        return x;
    }
}

template <class T>
void require_same(std::vector<T> const& seen, std::vector<T> const& expected) {
    REQUIRE(seen.size() == expected.size());
    for (std::size_t i = 0; i < seen.size(); ++i)
        if (!test::same_bits(seen[i], expected[i])) {
            INFO("at " << i);
            REQUIRE(test::same_bits(seen[i], expected[i]));
        }
}

/// Compares inclusive scans, with and without init, and exclusive ones with the definition.
template <class T, class Op>
void check(gpu::device device, std::vector<T> const& x) {
    using callable = key_of<Op, operator_map>;
    T const init = values_of<T>(1, 9)[0];
    gpu::report ran;
    auto const policy = gpu::automatic.on(device).report_to(ran);
    std::vector<T> out(x.size());

    gpu::inclusive_scan(policy, x, out, callable());
    require_same(out, test::scanned<T>(x, Op(), nullptr, false));
    CHECK(ran.device == device);
    gpu::inclusive_scan(policy, x, out, callable(), init);
    require_same(out, test::scanned(x, Op(), &init, false));
    gpu::exclusive_scan(policy, x, out, init, callable());
    auto const expected = test::scanned(x, Op(), &init, true);
    require_same(out, expected);
    auto in_place = x;
    gpu::exclusive_scan(policy, in_place, in_place, init, callable());
    require_same(in_place, expected);
}

} // namespace

TEST_CASE("scans are the fold of each prefix in adjacent pairs, as the definition says in words") {
    auto const x = values_of<float>(600, 1);
    auto const by_code = test::scanned<float>(x, gpu::kernel::plus(), nullptr, false);
    for (std::size_t i = 0; i < x.size(); ++i) {
        std::vector<float> const prefix(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        REQUIRE(test::same_bits(by_code[i], test::fold_in_pairs(prefix, gpu::kernel::plus())));
    }
}

TEMPLATE_TEST_CASE("every type is scanned in the canonical order on every device", "", std::int8_t,
                   std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                   std::int64_t, std::uint64_t, float, double, gpu::half, gpu::bfloat16) {
    for (auto const device : gpu::devices())
        for (std::size_t const n : test::scan_sizes(sizeof(TestType))) {
            INFO(to_string(device) << ", n = " << n);
            check<TestType, gpu::kernel::plus>(device, values_of<TestType>(n, n));
        }
}

TEMPLATE_TEST_CASE("every operator scans every type that it takes", "", std::int8_t, std::uint16_t,
                   std::int32_t, std::uint32_t, std::int64_t, float, double, gpu::half) {
    auto const check_all = []<class... Ops>(type_list<Ops...>) {
        auto const check_one = []<class Op>(std::type_identity<Op>) {
            if constexpr (listed_scan<TestType, Op>)
                for (auto const device : gpu::devices()) {
                    INFO(to_string(device) << ", " << Op::name);
                    auto const x = values_of<TestType>(10'000, 3);
                    if (device == gpu::device::host() || device_scan<TestType, Op>) {
                        check<TestType, Op>(device, x);
                    } else {
                        auto out = x;
                        CHECK_THROWS_AS(gpu::inclusive_scan(gpu::automatic.on(device), x, out,
                                                            key_of<Op, operator_map>()),
                                        gpu::unsupported_operator);
                        require_same(out, x);
                    }
                }
        };
        (check_one(std::type_identity<Ops>()), ...);
    };
    check_all(operators());
}

TEST_CASE("many tiles: groups of 32, and more than a device runs at once") {
    for (auto const device : gpu::devices())
        for (std::size_t const n : {33u * 4096u, 70u * 4096u + 17u}) {
            INFO(to_string(device) << ", n = " << n);
            check<float, gpu::kernel::plus>(device, values_of<float>(n, n));
        }
}

TEMPLATE_TEST_CASE("zeros keep their sign, and NaNs are the positive quiet one", "", float,
                   double) {
    using limits = std::numeric_limits<TestType>;
    for (auto const device : gpu::devices()) {
        auto const policy = gpu::automatic.on(device);
        std::vector<TestType> x(5000, TestType(-0.0)), out(x.size());
        gpu::inclusive_scan(policy, x, out);
        for (auto const result : out) REQUIRE(test::same_bits(result, TestType(-0.0)));

        x[100] = -limits::signaling_NaN();
        x[4000] = limits::infinity();
        gpu::inclusive_scan(policy, x, out);
        REQUIRE(test::same_bits(out[99], TestType(-0.0)));
        for (std::size_t i = 100; i < out.size(); ++i)
            REQUIRE(test::same_bits(out[i], limits::quiet_NaN()));

        x[100] = 0;
        x[4500] = -limits::infinity();
        gpu::inclusive_scan(policy, x, out);
        REQUIRE(test::same_bits(out[3999], TestType(0)));
        REQUIRE(out[4000] == limits::infinity());
        REQUIRE(test::same_bits(out[4999], limits::quiet_NaN()));
    }
}

TEST_CASE("a result depends only on the elements up to it") {
    auto const x = values_of<float>(20'000, 5);
    for (auto const device : gpu::devices()) {
        std::vector<float> all(x.size()), some(x.size());
        gpu::inclusive_scan(gpu::automatic.on(device), x, all);
        for (std::size_t const n : {1u, 100u, 4095u, 12'345u}) {
            gpu::inclusive_scan(gpu::automatic.on(device), x.begin(),
                                x.begin() + static_cast<std::ptrdiff_t>(n), some.begin());
            REQUIRE(std::equal(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n),
                               some.begin(), test::same_bits<float>));
        }
    }
}

TEST_CASE("sums of numbers that are not negative never decrease, and errors stay small") {
    std::size_t const n = 1 << 20;
    auto x = values_of<float>(n, 7);
    for (auto& v : x) v = std::fabs(v);
    std::vector<float> out(n);
    gpu::inclusive_scan(x, out);
    REQUIRE(std::is_sorted(out.begin(), out.end()));
    long double exact = 0;
    for (std::size_t i = 0; i < n; ++i) {
        exact += static_cast<long double>(x[i]);
        auto const bound = std::ceil(std::log2(static_cast<double>(i) + 1)) * std::ldexp(1.0, -24);
        REQUIRE(std::fabs(static_cast<double>(out[i] - exact)) <=
                bound * 1.0001 * static_cast<double>(exact));
    }
}

TEST_CASE("the bits of the canonical order of scans never change") {
    auto const digest = [](auto const& results) {
        std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a
        auto const* bytes = reinterpret_cast<unsigned char const*>(results.data());
        for (std::size_t i = 0; i < results.size() * sizeof(results[0]); ++i)
            hash = (hash ^ bytes[i]) * 0x100000001b3;
        return hash;
    };
    for (auto const device : gpu::devices()) {
        INFO(to_string(device));
        std::vector<float> f(100'003);
        gpu::exclusive_scan(gpu::automatic.on(device), values_of<float>(f.size(), 11), f, 0.5f);
        CHECK(digest(f) == 0x51c2cd9652f3cc75);
        std::vector<double> d(100'003);
        gpu::inclusive_scan(gpu::automatic.on(device), values_of<double>(d.size(), 12), d);
        CHECK(digest(d) == 0x549c18b5c01b936e);
    }
}
