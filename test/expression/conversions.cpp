// SPDX-License-Identifier: Apache-2.0
/// Values that are defined in expressions, but not in C++; and expressions as function objects.
#include "expression/values.hpp"

#include <gpualgo/expression.hpp>
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

using namespace gpu::placeholders;

namespace {

/// The nearest integer of type To, after the fraction is dropped.
template <class To, class From>
To nearest(From x) {
    if (std::isnan(x)) return 0;
    auto const wide = std::trunc(static_cast<long double>(x)); // holds all integers of 64 bits
    if (wide > static_cast<long double>(std::numeric_limits<To>::max()))
        return std::numeric_limits<To>::max();
    if (wide < static_cast<long double>(std::numeric_limits<To>::min()))
        return std::numeric_limits<To>::min();
    return static_cast<To>(wide);
}

template <class To, class From>
void compare_casts() {
    auto values = test::values_of<From>(2000, 3);
    for (int e : {7, 8, 15, 16, 31, 32, 63, 64})
        for (From const sign : {From(1), From(-1)}) {
            From const x = std::ldexp(sign, e);
            for (From const y : {x, std::nextafter(x, From(0)), std::nextafter(x, 2 * x), x - 1})
                values.push_back(y);
        }
    auto const e = gpu::cast<To>(_1);
    for (From const x : values) {
        CAPTURE(x, sizeof(To), std::signed_integral<To>);
        REQUIRE(e(x) == nearest<To>(x));
    }
}

} // namespace

TEMPLATE_TEST_CASE("expressions: casts of floating-point numbers saturate", "", std::int8_t,
                   std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                   std::int64_t, std::uint64_t) {
    compare_casts<TestType, float>();
    compare_casts<TestType, double>();
}

TEST_CASE("expressions: integers wrap") {
    constexpr int most = std::numeric_limits<int>::max(), least = std::numeric_limits<int>::min();
    STATIC_REQUIRE((_1 + 1)(most) == least);
    STATIC_REQUIRE((_1 * _2)(most, 2) == -2);
    STATIC_REQUIRE((-_1)(least) == least);
    STATIC_REQUIRE(gpu::abs(_1)(least) == least);
    STATIC_REQUIRE((_1 * _1)(std::uint16_t{65535}) == -131071);
}

TEST_CASE("expressions: numbers are captured by value") {
    float a = 2;
    auto const e = a * _1 + _2;
    a = 3;
    CHECK(e(10.f, 1.f) == 21);
    CHECK((_1 + 1)(1.f, "not an operand" != nullptr) == 2); // further operands are ignored
}

TEST_CASE("expressions: calls that give too few operands, or other types, are not possible") {
    STATIC_REQUIRE(std::invocable<decltype(_1 + 1), int>);
    STATIC_REQUIRE(!std::invocable<decltype(_1 + _2), int>);
    STATIC_REQUIRE(!std::invocable<decltype(_1 + 1), char const*>);
    STATIC_REQUIRE(!std::invocable<decltype(_1 + 1)>);
}

TEST_CASE("expressions: algorithms of the host take them as callables") {
    std::vector<float> x(1000);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 37) - 11.25f;
    auto const square = [](float v) { return v * v; };
    CHECK(gpu::transform_reduce(gpu::automatic, x, 0.0, gpu::plus<>(), _1 * _1) ==
          gpu::transform_reduce(gpu::automatic, x, 0.0, gpu::plus<>(), square));
    CHECK(gpu::reduce(x, -1e9f, gpu::max(_1, _2)) == 24.75f);
    CHECK(gpu::reduce(gpu::automatic, x, 0.f, _1 + _2) == gpu::reduce(x, 0.f));
    CHECK(std::count_if(x.begin(), x.end(), _1 > 20.f) ==
          std::count_if(x.begin(), x.end(), [](float v) { return v > 20; }));
}
