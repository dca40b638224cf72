// SPDX-License-Identifier: Apache-2.0
/// lower_bound and upper_bound of many values: every type and order, every kind of range, refused
/// calls, options and reports. Compared with those of the standard library.
#include "support/devices.hpp"

#include <gpualgo/binary_search.hpp>
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <functional>
#include <iterator>
#include <limits>
#include <list>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using test::simulated;

template <class... Arguments>
using found = decltype(gpu::lower_bound(std::declval<Arguments>()...));
using vector = std::vector<int>;
using on_device = gpu::device_vector<int>;
using policy = gpu::policy::automatic;
static_assert(std::same_as<found<int*, int*, int*, int*, vector::iterator>, vector::iterator>);
static_assert(std::same_as<found<policy, vector const&, vector const&, int (&)[3]>, int*>);
static_assert(std::same_as<found<policy, on_device&, on_device&, on_device&, std::greater<>>,
                           on_device::iterator>);

constexpr int position_of_three() {
    int const x[]{1, 3, 3, 4}, values[]{0, 3};
    int low[2]{}, high[2]{};
    gpu::lower_bound(x, values, low);
    gpu::upper_bound(gpu::automatic, x, values, high);
    return low[1] * 10 + high[1];
}
static_assert(position_of_three() == 13);

template <class T>
std::vector<T> numbers(std::size_t n, int range, unsigned seed) {
    std::mt19937 engine(seed);
    std::vector<T> x(n);
    for (auto& one : x)
        one = static_cast<T>(static_cast<float>(static_cast<int>(engine() % 100000) % range));
    return x;
}

template <class T, class Position, class Before>
void check(std::size_t n, std::size_t count, int range, Before before) {
    auto x = numbers<T>(n, range, 1);
    auto const values = numbers<T>(count, range + 2, 2);
    std::sort(x.begin(), x.end(), before);
    std::vector<Position> lower(count), upper(count), positions(count);
    for (std::size_t i = 0; i < count; ++i) {
        lower[i] = static_cast<Position>(std::lower_bound(x.begin(), x.end(), values[i], before) -
                                         x.begin());
        upper[i] = static_cast<Position>(std::upper_bound(x.begin(), x.end(), values[i], before) -
                                         x.begin());
    }
    for (auto const& device : {gpu::device::host(), simulated}) {
        auto const p = gpu::automatic.on(device);
        REQUIRE(gpu::lower_bound(p, x, values, positions, before) == positions.end());
        REQUIRE(positions == lower);
        REQUIRE(gpu::upper_bound(p, x.begin(), x.end(), values.begin(), values.end(),
                                 positions.begin(), before) == positions.end());
        REQUIRE(positions == upper);
    }
}

} // namespace

TEMPLATE_TEST_CASE("positions in ranges of every type equal those of the standard library", "",
                   std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
                   std::uint32_t, std::int64_t, std::uint64_t, float, double, gpu::half,
                   gpu::bfloat16) {
    check<TestType, std::uint32_t>(1000, 700, 100, std::less<>());
    check<TestType, std::int64_t>(999, 300, 100, std::greater<>());
}

TEST_CASE("sizes of ranges, and types of positions") {
    for (unsigned const n : {0u, 1u, 2u, 3u, 255u, 256u, 257u})
        for (unsigned const count : {0u, 1u, 31u, 257u})
            check<int, std::size_t>(n, count, 300, std::less<>());
    check<double, int>(1000, 20000, 2000, std::less<>()); // on several cores
}

TEST_CASE("zeros are equal and NaNs come last") {
    float const nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> const x{-1.f, -0.f, 0.f, 2.f, -nan, nan};
    std::vector<float> const values{0.f, -0.f, nan, -nan, 3.f};
    std::list<float> const list(x.begin(), x.end()); // by the program
    auto const check_all = [&](auto const& policy, auto const& range) {
        vector positions(5);
        gpu::lower_bound(policy, range, values, positions);
        REQUIRE(positions == vector{1, 1, 4, 4, 4});
        gpu::upper_bound(policy, range, values, positions);
        REQUIRE(positions == vector{3, 3, 6, 6, 4});
    };
    check_all(gpu::automatic, x);
    check_all(gpu::automatic.on(simulated), x);
    check_all(gpu::automatic, list);
}

TEST_CASE("other ranges of the host, comparators and exceptions") {
    std::forward_list<std::string> const words{"a", "b", "b", "d"};
    std::vector<std::string> const values{"b", "c", "e"};
    std::vector<long> positions;
    gpu::lower_bound(words, values, std::back_inserter(positions));
    gpu::upper_bound(gpu::automatic, words, values, std::back_inserter(positions));
    REQUIRE(positions == std::vector<long>{1, 3, 4, 3, 3, 4});
    std::istringstream text("5 1");
    std::istream_iterator<int> const first(text), last;
    vector const x{1, 2, 5};
    std::list<std::int16_t> narrow(2);
    gpu::upper_bound(x.begin(), x.end(), first, last, narrow.begin());
    REQUIRE(narrow == std::list<std::int16_t>{3, 1});
    vector const many(5000, 1);
    vector to(5000);
    auto const fails = [](int, int) -> bool { throw std::runtime_error("compared"); };
    REQUIRE_THROWS_WITH(gpu::lower_bound(gpu::automatic, x, many, to, fails), "compared");
    auto const by_tens = [](int a, int b) { return a / 10 < b / 10; };
    gpu::lower_bound(gpu::automatic, vector{5, 15, 25}, many, to, by_tens);
    REQUIRE(to == vector(5000, 0));
}

TEST_CASE("refused searches write nothing") {
    vector const x{1, 2, 3}, values{1, 2};
    vector out(2, -1), short_one(1, -1);
    for (auto const& device : {gpu::device::host(), simulated}) {
        auto const p = gpu::automatic.on(device);
        REQUIRE_THROWS_WITH(gpu::lower_bound(p, x, values, short_one),
                            Catch::Contains("gpu::lower_bound") && Catch::Contains("1 elements"));
        REQUIRE_THROWS_WITH(gpu::upper_bound(p, x, values, static_cast<int*>(nullptr)),
                            Catch::Contains("gpu::upper_bound") && Catch::Contains("null pointer"));
        REQUIRE_THROWS_WITH(gpu::lower_bound(p, x, out, out), Catch::Contains("overlap"));
    }
    auto const before = [](int a, int b) { return a < b; };
    REQUIRE_THROWS_AS(gpu::lower_bound(gpu::automatic.on(simulated), x, values, out, before),
                      gpu::unsupported_operator);
    std::vector<std::int8_t> tiny(2);
    REQUIRE_THROWS_WITH(gpu::lower_bound(vector(128), values, tiny),
                        Catch::Contains("do not fit in integers of 8 bits"));
    REQUIRE(gpu::lower_bound(vector(127), values, tiny) == tiny.end());
    REQUIRE((out == vector(2, -1) && short_one == vector(1, -1)));
}

TEST_CASE("positions of values on a device, and the report") {
    vector const x{1, 2, 4}, values{4, 0, 3};
    on_device const on_x(x, simulated), on_values(values, simulated);
    on_device positions(3, simulated);
    vector here(3);
    gpu::report report;
    REQUIRE(gpu::lower_bound(gpu::automatic.report_to(report), on_x, on_values, positions) ==
            positions.end());
    REQUIRE(positions.to_host() == vector{2, 0, 2});
    REQUIRE(report.device == simulated);
    REQUIRE(report.kernel == "find_bounds");
    REQUIRE(gpu::upper_bound(x, on_values, here) == here.end());
    REQUIRE(here == vector{3, 0, 2});
}

TEST_CASE("comparators of bounds need take an element and a value in one order only") {
    std::vector<std::pair<int, int>> const range{{1, 2}, {4, 1}};
    std::vector<int> const values{1, 2, 5};
    std::vector<int> out(3);
    auto const is_before = [](std::pair<int, int> const& x, int y) { return x.first < y; };
    auto const is_after = [](int y, std::pair<int, int> const& x) { return y < x.first; };
    gpu::lower_bound(range, values, out, is_before);
    CHECK(out == std::vector{0, 1, 2});
    gpu::upper_bound(gpu::automatic, range.begin(), range.end(), values.begin(), values.end(),
                     out.begin(), is_after);
    CHECK(out == std::vector{1, 1, 2});
}
