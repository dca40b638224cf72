// SPDX-License-Identifier: Apache-2.0
/// The first match on the host and on the simulated device, compared with the standard library.
/// All listed types and predicates, any alignment, NaN and -0. Sizes are around vectors, tiles and
/// blocks.
#include "support/devices.hpp"

#include <gpualgo/any_of.hpp>
#include <gpualgo/equal.hpp>
#include <gpualgo/find.hpp>
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace {

/// Sizes around vectors, a warp's tile, a block's tile and several blocks of elements of T.
template <class T>
std::vector<std::size_t> sizes() {
    std::size_t const vector = 16 / sizeof(T), tile = 128 * vector, block = 8 * tile;
    return {1,
            vector - 1,
            vector,
            vector + 1,
            2 * vector - 1,
            2 * vector,
            65,
            tile - 1,
            tile + 1,
            tile + 2 * vector - 1,
            block,
            block + 1,
            3 * block + tile + 5};
}

template <class T>
T converted(int x) {
    return static_cast<T>(static_cast<float>(x));
}

template <class T>
void check_places() {
    auto const is_seven = gpu::equals(converted<T>(7));
    for (std::size_t const n : sizes<T>()) {
        if (n == 0) continue;
        for (std::size_t const offset : {0u, 1u, 3u}) {
            std::vector<T> x(n + offset, converted<T>(1));
            auto const first = x.begin() + static_cast<std::ptrdiff_t>(offset);
            for (std::size_t const place :
                 {std::size_t{0}, n / 3, n / 2, n - n / 7 - 1, n - 1, n}) {
                if (place < n) first[static_cast<std::ptrdiff_t>(place)] = converted<T>(7);
                for (auto const& device : test::host_and_simulated) {
                    gpu::device_vector<T> const on(x, device);
                    auto const begin = on.begin() + static_cast<std::ptrdiff_t>(offset);
                    auto const policy = gpu::automatic.on(device);
                    INFO("n = " << n << ", offset " << offset << ", match at " << place);
                    auto const expected = static_cast<std::ptrdiff_t>(place);
                    REQUIRE(gpu::find_if(policy, begin, on.end(), is_seven) - begin == expected);
                    REQUIRE(gpu::find(policy, first, x.end(), converted<T>(7)) - first == expected);
                    REQUIRE(gpu::any_of(policy, begin, on.end(), is_seven) == (place < n));
                }
                if (place < n) first[static_cast<std::ptrdiff_t>(place)] = converted<T>(1);
            }
        }
    }
}

/// Numbers among which there are few that differ.
template <class T>
std::vector<T> few_numbers() {
    using limits = std::numeric_limits<T>;
    std::vector<T> x{T{}, converted<T>(1), limits::min(), limits::max(), limits::lowest()};
    if constexpr (!std::is_integral_v<T>) {
        for (T const y : {limits::quiet_NaN(), limits::infinity(), limits::denorm_min()}) {
            x.push_back(y);
            x.push_back(static_cast<T>(-static_cast<double>(y)));
        }
        x.push_back(static_cast<T>(-0.0));
    }
    return x;
}

template <class T>
bool same(T a, T b) {
    if constexpr (std::is_integral_v<T>) return a == b;
    else return static_cast<double>(a) == static_cast<double>(b);
}

/// All pairs of numbers, one at a time among equal ones.
template <class T>
void check_equality() {
    auto const values = few_numbers<T>();
    std::size_t const n = 300, place = 123;
    for (T const a : values)
        for (T const b : values) {
            std::vector<T> x(n, converted<T>(1)), y = x;
            x[place] = a;
            y[place] = b;
            for (auto const& device : test::host_and_simulated) {
                INFO(static_cast<double>(a) << " and " << static_cast<double>(b));
                gpu::device_vector<T> const on(x, device), other(y, device);
                REQUIRE(gpu::equal(on, other) == same(a, b));
                REQUIRE(gpu::equal(gpu::automatic.on(device), x, y) == same(a, b));
                auto const found = gpu::mismatch(on, other);
                auto const expected = static_cast<std::ptrdiff_t>(same(a, b) ? n : place);
                REQUIRE(found.first - on.begin() == expected);
                REQUIRE(found.second - other.begin() == expected);
            }
        }
}

/// All predicates, for data with few matches.
template <class T>
void check_predicates() {
    auto const values = few_numbers<T>();
    std::mt19937 engine(5);
    auto const check = [&](auto const& predicate) {
        for (int repetition = 0; repetition < 3; ++repetition) {
            std::vector<T> x(1000, values[engine() % values.size()]);
            for (int i = 0; i < 3; ++i) x[engine() % x.size()] = values[engine() % values.size()];
            for (auto const& device : test::host_and_simulated) {
                gpu::device_vector<T> const on(x, device);
                auto const place = [&](auto found) { return found - on.begin(); };
                REQUIRE(place(gpu::find_if(on, predicate)) ==
                        std::find_if(x.begin(), x.end(), predicate) - x.begin());
                REQUIRE(place(gpu::find_if_not(on, predicate)) ==
                        std::find_if_not(x.begin(), x.end(), predicate) - x.begin());
                REQUIRE(gpu::all_of(on, predicate) == std::all_of(x.begin(), x.end(), predicate));
                REQUIRE(gpu::none_of(on, predicate) == std::none_of(x.begin(), x.end(), predicate));
            }
        }
    };
    for (T const v : values) {
        check(gpu::equals(v));
        check(gpu::less_than(v));
        check(gpu::at_least(v));
    }
    check(gpu::is_nan);
    check(gpu::between(converted<T>(0), converted<T>(1)));
    if constexpr (std::is_integral_v<T>) check(gpu::is_odd);
}

} // namespace

TEMPLATE_TEST_CASE("the first match is found at any place", "", std::int8_t, std::uint16_t, float,
                   double) {
    check_places<TestType>();
}

TEMPLATE_TEST_CASE("two ranges are compared as by ==", "", std::int8_t, std::uint8_t, std::int16_t,
                   std::uint32_t, std::int64_t, float, double, gpu::half, gpu::bfloat16) {
    check_equality<TestType>();
}

TEMPLATE_TEST_CASE("all predicates find as with the standard library", "", std::int8_t,
                   std::uint16_t, std::int32_t, std::uint64_t, float, double, gpu::half,
                   gpu::bfloat16) {
    check_predicates<TestType>();
}

TEST_CASE("of many matches the first one is found, in any part of the grid") {
    std::mt19937 engine(7);
    for (int repetition = 0; repetition < 20; ++repetition) {
        std::vector<std::int32_t> x(100'000, 0);
        for (unsigned i = 0; i < 1 + engine() % 5; ++i) x[engine() % x.size()] = 1;
        auto const expected = std::find(x.begin(), x.end(), 1) - x.begin();
        for (auto const& device : test::host_and_simulated) {
            gpu::device_vector<std::int32_t> const on(x, device);
            REQUIRE(gpu::find(on, 1) - on.begin() == expected);
        }
    }
}

TEST_CASE("mismatches of ranges at different addresses modulo 16") {
    for (auto const& device : test::host_and_simulated)
        for (std::ptrdiff_t const a : {0, 1, 5})
            for (std::ptrdiff_t const b : {0, 2, 5}) {
                std::vector<std::int16_t> x(9000 + 5, 3), y(9000 + 5, 3);
                x[static_cast<std::size_t>(a) + 8765] = 4;
                gpu::device_vector<std::int16_t> const on(x, device), other(y, device);
                auto const found = gpu::mismatch(on.begin() + a, on.begin() + a + 9000,
                                                 other.begin() + b, other.begin() + b + 9000);
                REQUIRE(found.first - on.begin() == a + 8765);
                REQUIRE(found.second - other.begin() == b + 8765);
            }
}
