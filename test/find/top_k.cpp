// SPDX-License-Identifier: Apache-2.0
/// top_k on the host and on the simulated device, compared with a stable sort: types, ties, NaN and
/// -0, sizes around tiles and runs. Every kind of range and target, refused calls, reports.
#include "support/counting_resource.hpp"
#include "support/devices.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/top_k.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <list>
#include <new>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

/// Numbers of which many are equivalent, but not all of these have the same bits.
template <class T>
std::vector<T> equivalent_numbers(std::size_t n, unsigned seed) {
    std::mt19937_64 engine(seed);
    std::vector<T> x(n);
    for (auto& v : x) {
        if constexpr (std::is_integral_v<T>) v = static_cast<T>(engine() >> engine() % 64);
        else v = static_cast<T>(static_cast<float>(static_cast<int>(engine() % 201) - 100) * 0.5F);
        if constexpr (!std::is_integral_v<T>) {
            if (engine() % 50 == 0) v = std::numeric_limits<T>::quiet_NaN();
            if (engine() % 50 == 0) v = static_cast<T>(-0.F);
            if (engine() % 50 == 0) v = std::numeric_limits<T>::infinity();
        }
    }
    return x;
}

/// The order of the extrema: NaNs are last.
template <class T, class C>
std::vector<T> expected(std::vector<T> x, std::size_t k, C comp) {
    auto const is_nan = [](T a) { return a != a; };
    std::stable_sort(x.begin(), x.end(), [&](T a, T b) {
        if (is_nan(a) || is_nan(b)) return !is_nan(a) && is_nan(b);
        return comp(a, b);
    });
    x.resize(std::min(k, x.size()));
    return x;
}

template <class T>
bool same_bits(std::vector<T> const& a, std::vector<T> const& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

template <class T>
void check_type() {
    for (std::size_t const n : {1u, 255u, 257u, 513u, 5000u, 9001u})
        for (std::size_t const k : {std::size_t{1}, std::size_t{10}, std::size_t{256},
                                    std::size_t{1030}, n - n / 3, n, n + 5}) {
            auto const x = equivalent_numbers<T>(n, static_cast<unsigned>(n + k));
            for (auto const& device : test::host_and_simulated) {
                INFO("n = " << n << ", k = " << k);
                gpu::device_vector<T> const on(x, device);
                gpu::device_vector<T> out(std::min(k, n), device);
                REQUIRE(gpu::top_k(on, k, out) == out.end());
                REQUIRE(same_bits(out.to_host(), expected(x, k, std::greater<>())));
                REQUIRE(gpu::top_k(gpu::automatic.on(device), x, k, out.begin(), std::less<>()) ==
                        out.end());
                REQUIRE(same_bits(out.to_host(), expected(x, k, std::less<>())));
            }
        }
}

} // namespace

TEMPLATE_TEST_CASE("top_k is the front of a stable sort", "", std::int8_t, std::uint16_t,
                   std::int32_t, std::uint64_t, float, double) {
    check_type<TestType>();
}

TEST_CASE("top_k of few types by other ways: half and bfloat16") {
    auto const check = [](auto zero) {
        using T = decltype(zero);
        std::vector<T> const x{T(1.F), T(-0.F), T(0.F), T(3.F), T(-2.F)};
        for (auto const& device : test::host_and_simulated) {
            std::vector<T> out(3);
            gpu::top_k(gpu::automatic.on(device), x, 3, out, std::less<>());
            REQUIRE(out[0].bits() == T(-2.F).bits());
            REQUIRE(out[1].bits() == T(-0.F).bits()); // equivalent to +0, and before it
            REQUIRE(out[2].bits() == T(0.F).bits());
        }
    };
    check(gpu::half());
    check(gpu::bfloat16());
}

TEST_CASE("top_k of many elements on all cores") {
    auto const x = equivalent_numbers<std::int32_t>(3'000'000, 1);
    for (std::size_t const k : {std::size_t{1}, std::size_t{100}, std::size_t{400'000}}) {
        std::vector<std::int32_t> out(k);
        gpu::top_k(x, k, out);
        REQUIRE(out == expected(x, k, std::greater<>()));
    }
    std::vector<std::int32_t> falling(1'000'000), out(1000);
    for (std::size_t i = 0; i < falling.size(); ++i)
        falling[i] = static_cast<std::int32_t>(falling.size() - i);
    gpu::top_k(gpu::automatic, falling, 1000, out, std::less<>()); // each is better than before
    REQUIRE(out.front() == 1);
    REQUIRE(out.back() == 1000);
}

TEST_CASE("every kind of range and target of top_k") {
    std::list<int> const list{3, 1, 4, 1, 5};
    std::vector<int> out;
    gpu::top_k(list, 2, std::back_inserter(out));
    gpu::top_k(gpu::automatic, list.begin(), list.end(), 2, std::back_inserter(out), std::less<>());
    REQUIRE(out == std::vector<int>{5, 4, 1, 1});
    std::vector<std::string> const words{"pear", "fig", "apple", "kiwi"};
    std::vector<std::string> two(2);
    REQUIRE(gpu::top_k(words, 2, two, std::less<>()) == two.end());
    REQUIRE(two == std::vector<std::string>{"apple", "fig"});
    auto const by_length = [](auto const& a, auto const& b) { return a.size() > b.size(); };
    gpu::top_k(gpu::automatic, words, 2, two, by_length);
    REQUIRE(two == std::vector<std::string>{"apple", "pear"}); // before kiwi, which is as long
    std::vector<long> wider(2);                                // another type
    gpu::top_k(gpu::automatic, std::vector<int>{1, 3, 2}, 2, wider);
    REQUIRE(wider == std::vector<long>{3, 2});
    std::vector<std::pair<int, int>> pairs;
    for (int i = 0; i < 100'000; ++i) pairs.emplace_back(i % 7, i);
    std::vector<std::pair<int, int>> first(10);
    gpu::top_k(gpu::automatic, pairs, 10, first,
               [](auto const& a, auto const& b) { return a.first < b.first; });
    for (int i = 0; i < 10; ++i) REQUIRE(first[static_cast<std::size_t>(i)] == std::pair(0, 7 * i));
}

TEST_CASE("empty ranges, and k = 0") {
    std::vector<int> const none, some{1, 2};
    std::vector<int> out(2, -1);
    for (auto const& device : test::host_and_simulated) {
        auto const policy = gpu::automatic.on(device);
        REQUIRE(gpu::top_k(policy, none, 2, out) == out.begin());
        REQUIRE(gpu::top_k(policy, some, 0, out) == out.begin());
        REQUIRE(gpu::top_k(policy, some, 9, out) == out.end());
    }
    REQUIRE(gpu::top_k(none, 3, static_cast<int*>(nullptr)) == nullptr);
}

TEST_CASE("calls of top_k that are refused") {
    std::vector<int> x(10), out(3, -1);
    REQUIRE_THROWS_WITH(gpu::top_k(gpu::automatic, x, 4, out),
                        Catch::Contains("gpu::top_k(automatic, n = 10") &&
                            Catch::Contains("3 elements, fewer than the 4"));
    REQUIRE(out[0] == -1);
    REQUIRE_THROWS_WITH(gpu::top_k(x, 4, x.begin() + 6), Catch::Contains("overlap"));
    REQUIRE_NOTHROW(gpu::top_k(x.begin(), x.begin() + 6, 4, x.begin() + 6));
    REQUIRE_THROWS_WITH(gpu::top_k(x, 4, static_cast<int*>(nullptr)),
                        Catch::Contains("a target of 4 elements"));
    gpu::device_vector<int> const on(x, gpu::device::simulated());
    gpu::device_vector<int> to(3, gpu::device::host());
    REQUIRE_THROWS_WITH(gpu::top_k(on, 3, to), Catch::Contains("and the target on host"));
    REQUIRE_THROWS_WITH(
        gpu::top_k(gpu::automatic.on(gpu::device::simulated()), std::list<int>{1, 2}, 1, out),
        Catch::Contains("not precompiled"));
    auto const fail = [](int, int) -> bool { throw std::runtime_error("no order"); };
    REQUIRE_THROWS_WITH(gpu::top_k(gpu::automatic, x, 3, out, fail), "no order");
}

TEST_CASE("top_k of many elements sorts them as the device sorts numbers") {
    auto const policy = gpu::automatic.on(gpu::device::simulated());
    gpu::report ran;
    auto const kernels = [&](auto const& x, std::size_t k) {
        auto out = x;
        out.resize(k);
        gpu::top_k(policy.report_to(ran), x, k, out);
        REQUIRE(same_bits(out, expected(x, k, std::greater<>())));
        return ran.kernel;
    };
    auto const floats = equivalent_numbers<float>(9000, 3);
    auto const integers = equivalent_numbers<std::int32_t>(9000, 3);
    std::string const selected = "clear + select_digit + select + ";
    CHECK(kernels(floats, 10) == selected + "sort_tiles");
    CHECK_THAT(kernels(floats, 3000), Catch::StartsWith(selected + "list_keys + sort_runs"));
    CHECK_THAT(kernels(integers, 3000), Catch::StartsWith(selected + "sort_runs"));
    CHECK_THAT(kernels(integers, 9000), Catch::StartsWith("select + sort_runs"));
}

TEST_CASE("top_k reports what ran, and uses the policy's memory resource") {
    auto const x = equivalent_numbers<std::int32_t>(20'000, 2);
    std::vector<std::int32_t> out(300);
    gpu::report ran;
    test::counting_resource resource(gpu::device::simulated());
    auto const policy = gpu::automatic.on(gpu::device::simulated()).report_to(ran).with(resource);
    gpu::top_k(policy, x, 300, out);
    REQUIRE(out == expected(x, 300, std::greater<>()));
    REQUIRE(ran.device == gpu::device::simulated());
    REQUIRE(ran.kernel.find("select_digit") != std::string::npos);
    REQUIRE(ran.bytes == 80'000);
    REQUIRE(resource.calls() > 0);
    REQUIRE(resource.blocks() == 0);
    for (std::size_t failing = 1;; ++failing) {
        resource.fail(failing);
        try {
            gpu::top_k(policy, x, 300, out);
            REQUIRE(failing > 3);
            break;
        } catch (std::bad_alloc const&) {
            REQUIRE(resource.blocks() == 0);
        }
    }
}

TEST_CASE("the end of an output that grows is that after the last element") {
    std::vector<int> const numbers{3, 9, 5, 7};
    std::vector<int> out{100};
    auto end = gpu::top_k(numbers.begin(), numbers.end(), 2, std::inserter(out, out.begin()));
    *end = 8;
    CHECK(out == std::vector<int>{9, 7, 8, 100});
    auto const none = gpu::top_k(numbers.begin(), numbers.end(), 0, std::back_inserter(out));
    *std::back_insert_iterator<std::vector<int>>(none) = 1;
    CHECK(out.back() == 1);
}
