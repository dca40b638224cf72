// SPDX-License-Identifier: Apache-2.0
/// transform by listed operations, which need no run-time compiler. Every type and operation, on
/// the host and on the simulated device, against loops of the program.
#include "support/require_refusal.hpp"

#include <gpualgo/adjacent_difference.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/transform.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <list>
#include <random>
#include <type_traits>
#include <vector>

namespace {

template <class T>
std::vector<T> random_numbers(std::size_t n, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<T> x(n);
    for (auto& element : x) {
        if constexpr (std::integral<T>) element = static_cast<T>(random());
        else element = static_cast<T>(static_cast<float>(random() % 1000) / 16 - 30);
    }
    if (n > 2 && !std::integral<T>) x[2] = static_cast<T>(-0.0f);
    return x;
}

/// f(x...) as the program computes it, in a type that does not overflow.
template <class T, class F, class... X>
T computed(F f, X... x) {
    if constexpr (std::integral<T>) {
        if constexpr (sizeof(T) <= 4 && !std::is_same_v<F, gpu::minimum<>> &&
                      !std::is_same_v<F, gpu::maximum<>>)
            return static_cast<T>(f(static_cast<std::int64_t>(x)...));
        else if constexpr (std::is_same_v<F, gpu::minimum<>> || std::is_same_v<F, gpu::maximum<>>)
            return f(x...);
        else if constexpr (std::is_same_v<F, gpu::absolute<>>) // products and sums wrap
            return static_cast<T>(f(x...));
        else return static_cast<T>(f(static_cast<std::uint64_t>(x)...));
    } else if constexpr (std::is_same_v<T, double>) {
        return f(x...);
    } else {
        return static_cast<T>(f(static_cast<float>(x)...));
    }
}

template <class T>
bool same(std::vector<T> const& a, std::vector<T> const& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

template <class T, class F>
void check_unary(F f) {
    for (auto const& device : {gpu::device::host(), gpu::device::simulated()})
        for (std::size_t const n : {0u, 1u, 17u, 3000u, 5001u})
            for (std::ptrdiff_t const offset : {0, 1}) {
                auto const x = random_numbers<T>(n + 4, 1);
                auto expected = std::vector<T>(n + 4, T());
                for (std::size_t i = 0; i < n; ++i)
                    expected[i + 1] = computed<T>(f, x[i + static_cast<std::size_t>(offset)]);
                gpu::device_vector<T> const on(x, device);
                gpu::device_vector<T> out(n + 4, T(), device);
                gpu::report ran;
                auto const first = on.begin() + offset;
                gpu::transform(gpu::automatic.report_to(ran), first,
                               first + static_cast<std::ptrdiff_t>(n), out.begin() + 1, f);
                CHECK(same(out.to_host(), expected));
                if (n > 0 && device == gpu::device::simulated()) CHECK(ran.kernel == "map");
            }
}

template <class T, class F>
void check_binary(F f) {
    for (auto const& device : {gpu::device::host(), gpu::device::simulated()})
        for (std::size_t const n : {0u, 1u, 17u, 3000u, 5001u})
            for (std::ptrdiff_t const offset : {0, 1}) {
                auto const x = random_numbers<T>(n + 4, 1), y = random_numbers<T>(n + 4, 2);
                auto expected = y;
                for (std::size_t i = 0; i < n; ++i)
                    expected[i + 1] =
                        computed<T>(f, x[i + static_cast<std::size_t>(offset)], y[i + 1]);
                gpu::device_vector<T> const on(x, device);
                gpu::device_vector<T> out(y, device);
                auto const first = on.begin() + offset;
                auto const end = gpu::transform(first, first + static_cast<std::ptrdiff_t>(n),
                                                out.begin() + 1, out.begin() + 1, f); // in place
                CHECK(end == out.begin() + 1 + static_cast<std::ptrdiff_t>(n));
                CHECK(same(out.to_host(), expected));
            }
}

} // namespace

TEMPLATE_TEST_CASE("transforms of all types", "", std::int8_t, std::uint8_t, std::int16_t,
                   std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float,
                   double, gpu::half, gpu::bfloat16) {
    using T = TestType;
    check_unary<T>(gpu::negate<>());
    check_unary<T>(gpu::square<>());
    if constexpr (!std::unsigned_integral<T>) check_unary<T>(gpu::absolute<>());
    check_binary<T>(gpu::plus<>());
    check_binary<T>(std::minus<>());
    check_binary<T>(gpu::multiplies<>());
    check_binary<T>(gpu::minimum<>());
    check_binary<T>(gpu::maximum<>());
    if constexpr (std::integral<T>) {
        check_binary<T>(gpu::bit_and<>());
        check_binary<T>(gpu::bit_or<>());
        check_binary<T>(gpu::bit_xor<>());
    }
}

TEST_CASE("transforms of host ranges on the simulated device") {
    auto const x = random_numbers<float>(1001, 1), y = random_numbers<float>(1001, 2);
    std::vector<float> out(1001);
    gpu::report ran;
    gpu::transform(gpu::automatic.on(gpu::device::simulated()).report_to(ran), x, y, out,
                   std::minus<>());
    CHECK(ran.kernel == "map_pairs");
    CHECK(ran.bytes == 3 * 4004);
    CHECK(out[1000] == x[1000] - y[1000]);
    gpu::device_vector<float> const on(x, gpu::device::simulated());
    gpu::device_vector<float> shifted(1001, gpu::device::simulated());
    test::require_refusal(
        [&] {
            gpu::transform(shifted.begin(), shifted.end() - 1, shifted.begin() + 1,
                           gpu::negate<>());
        },
        {"gpu::transform", "out overlaps an input"});
}

TEST_CASE("transforms of host ranges on all cores refuse overlaps") {
    auto x = random_numbers<float>(1001, 1);
    auto const before = x;
    test::require_refusal(
        [&] {
            gpu::transform(gpu::automatic, x.begin(), x.end() - 1, x.begin() + 1, gpu::negate<>());
        },
        {"gpu::transform", "n = 1000", "out overlaps an input"});
    test::require_refusal(
        [&] {
            auto const last = x.begin() + 500;
            gpu::transform(gpu::automatic, x.begin(), last, last, x.begin() + 499, std::minus<>());
        },
        {"out overlaps an input"});
    CHECK(x == before);
    gpu::transform(gpu::automatic, x, x, gpu::negate<>()); // in place
    CHECK(x[1000] == -before[1000]);
    gpu::transform(gpu::automatic, x.begin(), x.begin() + 500, x.begin() + 500, gpu::negate<>());
    CHECK(x[999] == before[499]);
}

namespace {

/// Calls run(policy) with all policies of the host's ranges.
template <class Run>
void with_policies(Run const& run) {
    run(gpu::automatic);
    run(gpu::automatic.on(gpu::device::host()));
    run(gpu::automatic.on(gpu::device::simulated()));
}

} // namespace

TEMPLATE_TEST_CASE("listed operations on the host's numbers have the bits of kernels", "",
                   std::int8_t, std::int16_t, std::int32_t, std::int64_t, float, gpu::half,
                   gpu::bfloat16) {
    using T = TestType;
    auto x = random_numbers<T>(1003, 1), y = random_numbers<T>(1003, 2);
    x[0] = y[0] = std::numeric_limits<T>::max();
    x[1] = y[1] = std::numeric_limits<T>::lowest();
    gpu::device_vector<T> const a(x, gpu::device::simulated()), b(y, gpu::device::simulated());
    auto const check_one = [&](auto f) {
        gpu::device_vector<T> by_kernel(1003, gpu::device::simulated());
        gpu::transform(a, by_kernel, f);
        std::vector<T> out(1003);
        gpu::transform(x, out, f);
        CHECK(same(out, by_kernel.to_host()));
        with_policies([&](auto const& policy) {
            std::vector<T> again(1003);
            gpu::transform(policy, x, again, f);
            CHECK(same(again, out));
        });
    };
    auto const check_two = [&](auto f) {
        gpu::device_vector<T> by_kernel(1003, gpu::device::simulated());
        gpu::transform(a, b, by_kernel, f);
        std::vector<T> out(1003);
        gpu::transform(x, y, out, f);
        CHECK(same(out, by_kernel.to_host()));
        with_policies([&](auto const& policy) {
            std::vector<T> again(1003);
            gpu::transform(policy, x, y, again, f);
            CHECK(same(again, out));
        });
        std::list<T> list(x.begin(), x.end());
        gpu::transform(list, y, list, f); // in place
        CHECK(same(std::vector<T>(list.begin(), list.end()), out));
    };
    check_one(gpu::negate<>());
    check_one(gpu::square<>());
    check_one(gpu::absolute<>());
    check_two(gpu::plus<>());
    check_two(std::minus<>());
    check_two(gpu::multiplies<>());
    check_two(gpu::squared_difference<>());

    gpu::device_vector<T> differences(1003, gpu::device::simulated());
    gpu::adjacent_difference(a, differences);
    std::vector<T> out(1003);
    gpu::adjacent_difference(x, out);
    CHECK(same(out, differences.to_host()));
    with_policies([&](auto const& policy) {
        std::vector<T> again(1003);
        gpu::adjacent_difference(policy, x, again);
        CHECK(same(again, out));
    });
}

TEST_CASE("with a policy, transforms refuse null pointers before they run") {
    int v[3]{1, 2, 3};
    int* const none = nullptr;
    auto const says = Catch::Contains("a null pointer was given for a range of 3 elements");
    CHECK_THROWS_WITH(gpu::transform(gpu::automatic, v, v + 3, none, gpu::negate<>()), says);
    CHECK_THROWS_WITH(gpu::transform(gpu::automatic, none, none + 3, v, [](int x) { return x; }),
                      says);
    CHECK_THROWS_WITH(gpu::adjacent_difference(gpu::automatic, v, v + 3, none),
                      Catch::StartsWith("gpu::adjacent_difference") && says);
    CHECK(gpu::transform(gpu::automatic, none, none, v, gpu::negate<>()) == v);
    CHECK(v[0] == 1);
}
