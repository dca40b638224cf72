// SPDX-License-Identifier: Apache-2.0
/// merge: every type, order and size, every kind of range, refused calls, options and reports.
/// Compared with std::merge.
#include "support/counting_resource.hpp"
#include "support/devices.hpp"

#include <gpualgo/binary_search.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/merge.hpp>
#include <gpualgo/sort.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <list>
#include <memory>
#include <random>
#include <ranges>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using test::simulated;

template <class... Arguments>
using merged = decltype(gpu::merge(std::declval<Arguments>()...));
using vector = std::vector<int>;
using on_device = gpu::device_vector<int>;
using policy = gpu::policy::automatic;
static_assert(std::same_as<merged<int*, int*, int*, int*, vector::iterator>, vector::iterator>);
static_assert(std::same_as<merged<policy, vector const&, int (&)[3], int*>, int*>);
static_assert(std::same_as<merged<policy, on_device&, on_device&, on_device&, std::greater<>>,
                           on_device::iterator>);
static_assert(std::same_as<merged<std::list<int>&, vector&, std::back_insert_iterator<vector>>,
                           std::back_insert_iterator<vector>>);

constexpr int third_of_merged() {
    int const a[]{1, 4}, b[]{2, 3, 5};
    int out[5]{};
    return gpu::merge(a, b, out) == out + 5 && gpu::merge(gpu::automatic, a, b, out) == out + 5
               ? out[2]
               : 0;
}
static_assert(third_of_merged() == 3);

/// Sorted numbers, with many equal ones.
template <class T, class Before>
std::vector<T> sorted(std::size_t n, int range, unsigned seed, Before before) {
    std::mt19937 engine(seed);
    std::vector<T> x(n);
    for (auto& one : x)
        one = static_cast<T>(static_cast<float>(static_cast<int>(engine() % 100000) % range));
    std::sort(x.begin(), x.end(), before);
    return x;
}

template <class T, class Before>
void check(std::size_t na, std::size_t nb, int range, Before before) {
    auto const a = sorted<T>(na, range, 1, before), b = sorted<T>(nb, range, 2, before);
    std::vector<T> expected(na + nb), found(na + nb), on(na + nb);
    std::merge(a.begin(), a.end(), b.begin(), b.end(), expected.begin(), before);
    REQUIRE(gpu::merge(a, b, found, before) == found.end());
    REQUIRE(found == expected);
    REQUIRE(gpu::merge(gpu::automatic.on(simulated), a, b, on, before) == on.end());
    REQUIRE(on == expected);
}

} // namespace

TEMPLATE_TEST_CASE("merges of every type equal those of the standard library", "", std::int8_t,
                   std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                   std::int64_t, std::uint64_t, float, double, gpu::half, gpu::bfloat16) {
    check<TestType>(3000, 5001, 100, std::less<>());
    check<TestType>(4000, 2000, 10, std::greater<>());
}

TEST_CASE("sizes around tiles, and empty ranges") {
    constexpr std::size_t tile = 3840;
    for (std::size_t const na : {std::size_t{0}, std::size_t{1}, std::size_t{31}, tile - 1, tile})
        for (std::size_t const nb :
             {std::size_t{0}, std::size_t{1}, std::size_t{33}, tile, tile + 1})
            check<int>(na, nb, 50000, std::less<>());
    check<double>(2 * 1792, 1, 1000, std::less<>());
    check<float>(100'000, 300'000, 100'000, std::less<>()); // all on several cores
}

TEST_CASE("signs of integers count, and one range may come after the other") {
    std::vector<std::int8_t> const a{-128, -1, 0, 127}, b{-127, -1, 1, 126};
    std::vector<std::int8_t> out(8);
    std::vector<std::uint64_t> const low(5000, 1), high(5000, std::uint64_t{1} << 63);
    std::vector<std::uint64_t> wide(10000), expected = low;
    expected.insert(expected.end(), high.begin(), high.end());
    for (auto const& device : {gpu::device::host(), simulated}) {
        auto const p = gpu::automatic.on(device);
        gpu::merge(p, a, b, out);
        REQUIRE(out == std::vector<std::int8_t>{-128, -127, -1, -1, 0, 1, 126, 127});
        gpu::merge(p, high, low, wide);
        REQUIRE(wide == expected);
        gpu::merge(p, high, low, wide, std::greater<>());
        std::ranges::reverse(wide);
        REQUIRE(wide == expected);
    }
}

TEST_CASE("zeros are equal and NaNs come last, with both orders") {
    float const nan = std::numeric_limits<float>::quiet_NaN();
    float const infinity = std::numeric_limits<float>::infinity();
    std::vector<float> const a{-infinity, 0.f, 2.f, nan}, b{-0.f, 3.f, -nan, nan};
    std::list<float> const list(b.begin(), b.end()); // by the program
    auto const check_order = [&](auto const& merge) {
        std::vector<float> out(8);
        merge(out);
        REQUIRE(out[0] == -infinity);
        REQUIRE((out[1] == 0 && !std::signbit(out[1])));
        REQUIRE((out[2] == 0 && std::signbit(out[2]))); // stable
        REQUIRE(out[4] == 3.f);
        for (std::size_t i = 5; i < 8; ++i) REQUIRE(std::isnan(out[i]));
        REQUIRE(std::signbit(out[6]));
    };
    check_order([&](auto& out) { gpu::merge(a, b, out); });
    check_order([&](auto& out) { gpu::merge(gpu::automatic.on(simulated), a, b, out); });
    check_order([&](auto& out) { gpu::merge(a, list, out); });
    std::vector<float> const c{5.f, 0.f, nan}, d{4.f, -0.f, nan};
    for (auto const& device : {gpu::device::host(), simulated}) {
        std::vector<float> out(6);
        gpu::merge(gpu::automatic.on(device), c, d, out, std::greater<>());
        REQUIRE(std::vector(out.begin(), out.begin() + 2) == std::vector{5.f, 4.f});
        REQUIRE((!std::signbit(out[2]) && std::signbit(out[3]) && std::isnan(out[4])));
    }
}

TEST_CASE("equal elements keep their order, in any comparator's order") {
    using pair = std::pair<int, int>;
    std::vector<pair> a, b, out(40000), expected(40000);
    for (int i = 0; i < 20000; ++i) {
        a.emplace_back(i / 7, i);
        b.emplace_back(i / 5, -i);
    }
    auto const by_first = [](pair const& x, pair const& y) { return x.first < y.first; };
    std::merge(a.begin(), a.end(), b.begin(), b.end(), expected.begin(), by_first);
    gpu::merge(gpu::automatic, a, b, out, by_first);
    REQUIRE(out == expected);
    std::ranges::fill(out, pair());
    gpu::merge(a, b, out, by_first);
    REQUIRE(out == expected);
}

TEST_CASE("other ranges of the host, moves and exceptions") {
    std::list<std::string> const words{"a", "c"};
    std::vector<std::string> const more{"b", "d"};
    std::vector<std::string> out;
    gpu::merge(words, more, std::back_inserter(out));
    gpu::merge(gpu::automatic, words, more, std::back_inserter(out));
    REQUIRE(out == std::vector<std::string>{"a", "b", "c", "d", "a", "b", "c", "d"});
    using pointer = std::unique_ptr<int>;
    std::vector<pointer> a(1), b(1), all(2);
    a[0] = std::make_unique<int>(2);
    b[0] = std::make_unique<int>(1);
    gpu::merge(std::move_iterator(a.begin()), std::move_iterator(a.end()),
               std::move_iterator(b.begin()), std::move_iterator(b.end()), all.begin(),
               [](pointer const& x, pointer const& y) { return *x < *y; });
    REQUIRE((*all[0] == 1 && *all[1] == 2));
    vector const x(50000, 1);
    vector to(100000);
    auto const fails = [](int, int) -> bool { throw std::runtime_error("compared"); };
    REQUIRE_THROWS_WITH(gpu::merge(gpu::automatic, x, x, to, fails), "compared");
    REQUIRE_THROWS_WITH(gpu::merge(x, x, to, fails), "compared");
}

TEST_CASE("refused merges write nothing") {
    vector const a{1, 3}, b{2, 4};
    vector out(4, -1), short_one(3, -1);
    for (auto const& device : {gpu::device::host(), simulated}) {
        auto const p = gpu::automatic.on(device);
        REQUIRE_THROWS_WITH(gpu::merge(p, a, b, short_one),
                            Catch::Contains("gpu::merge") && Catch::Contains("3 elements"));
        REQUIRE_THROWS_WITH(gpu::merge(p, a, b, static_cast<int*>(nullptr)),
                            Catch::Contains("null pointer"));
        REQUIRE_THROWS_WITH(gpu::merge(p, std::span(out).first(2), b, out.begin()),
                            Catch::Contains("overlap"));
        REQUIRE_THROWS_WITH(gpu::merge(p, a, std::span(out).subspan(2), out.begin()),
                            Catch::Contains("overlap"));
    }
    REQUIRE_THROWS_WITH(gpu::merge(gpu::automatic.block_size(64), a, b, out),
                        Catch::Contains("block"));
    auto const before = [](int x, int y) { return x < y; };
    REQUIRE_THROWS_AS(gpu::merge(gpu::automatic.on(simulated), a, b, out, before),
                      gpu::unsupported_operator);
    REQUIRE((out == vector(4, -1) && short_one == vector(3, -1)));
    on_device const here(a, gpu::device::host()), there(b, simulated);
    REQUIRE_THROWS_WITH(gpu::merge(here, there, out), Catch::Contains("lie on host"));
}

TEST_CASE("ranges of a device, reports and memory resources") {
    auto const a = sorted<int>(10000, 1000, 1, std::less<>());
    auto const b = sorted<int>(10001, 1000, 2, std::less<>());
    vector expected(20001), out(20001);
    std::merge(a.begin(), a.end(), b.begin(), b.end(), expected.begin());
    on_device const on_a(a, simulated), on_b(b, simulated);
    on_device to(20001, simulated);
    gpu::report report;
    REQUIRE(gpu::merge(gpu::automatic.report_to(report), on_a, on_b, to) == to.end());
    REQUIRE(to.to_host() == expected);
    REQUIRE(report.device == simulated);
    REQUIRE(report.kernel == "merge_partition + merge");
    REQUIRE(report.bytes == 2 * 20001 * sizeof(int));
    REQUIRE(gpu::merge(on_a.begin(), on_a.end(), b.begin(), b.end(), out.begin()) == out.end());
    REQUIRE(out == expected);
    gpu::merge(gpu::automatic.report_to(report), a, b, out);
    REQUIRE(report.device == gpu::device::host());
    REQUIRE_FALSE(report.kernel.empty());
    test::counting_resource memory(simulated);
    gpu::merge(gpu::automatic.with(memory), on_a, on_b, to);
    REQUIRE((memory.calls() > 0 && memory.blocks() == 0));
}

TEST_CASE("merges of different types of numbers put NaNs last, in the program too") {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> a;
    std::vector<double> b;
    for (std::size_t i = 0; i < 60'000; ++i) {
        a.push_back(i % 4 == 0 ? nan : static_cast<float>(i * 7919 % 60'013));
        b.push_back(i % 5 == 0 ? double{nan} : static_cast<double>(i * 104'729 % 60'013) + 0.5);
    }
    gpu::sort(a);
    gpu::sort(b);
    std::vector<double> expected(a.begin(), a.end()), out(a.size() + b.size());
    expected.insert(expected.end(), b.begin(), b.end());
    gpu::sort(expected);
    auto const same = [](double x, double y) { return x == y || (x != x && y != y); };
    gpu::merge(a, b, out);
    CHECK(std::ranges::equal(out, expected, same));
    std::ranges::fill(out, 0.0);
    gpu::merge(gpu::automatic, a, b, out);
    CHECK(std::ranges::equal(out, expected, same));

    std::vector<float> const few{1, 2, nan, nan};
    std::vector<double> const values{2, 5, nan};
    std::vector<std::size_t> bounds(3);
    gpu::lower_bound(few, values, bounds);
    CHECK(bounds == std::vector<std::size_t>{1, 2, 2});
    gpu::upper_bound(few, values, bounds);
    CHECK(bounds == std::vector<std::size_t>{2, 2, 4});
}

TEST_CASE("a merge of ranges that are not sorted writes no elements beyond the output") {
    std::vector<int> a(100'000), b(100'000), out(200'002, -1);
    for (std::size_t i = 0; i < a.size(); ++i) {
        a[i] = static_cast<int>(i * 7919 % 1000);
        b[i] = static_cast<int>(i * 104'729 % 1000);
    }
    auto const before = [](int x, int y) { return x < y; };
    gpu::merge(gpu::automatic, a, b, out.begin() + 1, before);
    CHECK(out.front() == -1);
    CHECK(out.back() == -1);
}

TEST_CASE("merges and searches of ranges that are read once, to outputs without elements") {
    using read = std::istream_iterator<int>;
    std::istringstream a("1 3 5"), b("2 4"), values("0 3 9");
    std::vector<int> merged_numbers, bounds;
    gpu::merge(read(a), read(), read(b), read(), std::back_inserter(merged_numbers));
    CHECK(merged_numbers == std::vector<int>{1, 2, 3, 4, 5});
    gpu::lower_bound(merged_numbers.begin(), merged_numbers.end(), read(values), read(),
                     std::back_inserter(bounds));
    CHECK(bounds == std::vector<int>{0, 2, 5});
}
