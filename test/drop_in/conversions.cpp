// SPDX-License-Identifier: Apache-2.0
/// Conversions between elements, totals and results of operators: implicit, like those of
/// std::reduce.
#include "support/archetypes.hpp"

#include <gpualgo/complex.hpp>
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <list>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace {

template <class... Ts>
struct types {};

using numbers = types<signed char, std::uint16_t, int, unsigned long, float, double>;

/// Adds; the result has type R.
template <class R>
struct add_as {
    template <class A, class B>
    constexpr R operator()(A a, B b) const {
        return static_cast<R>(static_cast<double>(a) + static_cast<double>(b));
    }
};

/// Whether the sum of Values with an init of type T equals std::reduce's, and has type T.
template <class Value, class T, class Op>
constexpr bool agrees(Op op) {
    std::array<Value, 5> const x{Value(1), Value(1), Value(0), Value(1), Value(1)};
    auto const total = gpu::reduce(x.begin(), x.end(), T(1), op);
    static_assert(std::same_as<decltype(total), T const>);
    static_assert(std::same_as<decltype(gpu::reduce(gpu::automatic, x, T(1), op)), T>);
    return total == std::reduce(x.begin(), x.end(), T(1), op);
}

/// Number of combinations that differ.
template <class Value, class... Ts, class... Rs>
constexpr int disagreements(types<Ts...>, types<Rs...>) {
    int count = 0;
    auto const by_results = [&count]<class T>(types<T>) {
        ((count += !agrees<Value, T>(add_as<Rs>())), ...);
        count += !agrees<Value, T>(std::plus<>());
        count += !agrees<Value, T>(std::plus<T>());
        count += !agrees<Value, T>(std::plus<Value>());
    };
    (by_results(types<Ts>()), ...);
    return count;
}

/// Converts to 1 implicitly, and to something else by a cast.
struct one {
    constexpr operator int() const { return 1; }
    constexpr explicit operator long() const { return -1000; }
    constexpr explicit operator double() const { return -1000; }
};

/// Converts correctly from int implicitly, and wrongly from long by a cast.
struct tally {
    long value;
    constexpr tally(int v) : value(v) {}
    constexpr explicit tally(long v) : value(-v) {}
    friend constexpr tally operator+(tally a, tally b) {
        return tally(static_cast<int>(a.value + b.value));
    }
};

} // namespace

TEMPLATE_TEST_CASE("every element type with every type of init and of the operator's result",
                   "[conformance]", bool, signed char, std::uint16_t, int, unsigned long, float,
                   double) {
    CHECK(disagreements<TestType>(numbers(), numbers()) == 0);
}

TEST_CASE("an operator on a narrow type adds in that type", "[conformance]") {
    unsigned char const x[]{128, 128};
    CHECK(gpu::reduce(x, x + 2, 0U, std::plus<unsigned char>()) == 0);
    CHECK(gpu::reduce(x, x + 2, 0U) == 256);
}

TEST_CASE("elements become totals by implicit conversions", "[conformance]") {
    std::array<one, 5> const ones{};
    static_assert(gpu::reduce(std::array<one, 5>(), 1L) == 6);
    CHECK(gpu::reduce(ones, 1L) == std::reduce(ones.begin(), ones.end(), 1L));
    CHECK(gpu::reduce(ones, 1.0) == std::reduce(ones.begin(), ones.end(), 1.0));
    CHECK(gpu::reduce(gpu::automatic, ones, 1L) == 6);
    CHECK(gpu::reduce(ones, 1L, [](long a, long b) { return a + b; }) == 6);
    CHECK(gpu::transform_reduce(ones, 1L, std::plus<>(), [](one x) { return x; }) == 6);

    std::vector<long> const longs(3, 2);
    CHECK(gpu::reduce(longs, 1, [](long a, long b) { return a + b; }) == 7);
    CHECK(gpu::reduce(std::vector<int>(3, 2), tally(1)).value == 7);
}
