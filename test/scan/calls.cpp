// SPDX-License-Identifier: Apache-2.0
/// Scans: overloads, every kind of range, callables that are not listed, refused calls, options,
/// constant expressions.
#include "support/counting_resource.hpp"
#include "support/same_bits.hpp"
#include "support/scan_reference.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/transform_scan.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <iterator>
#include <list>
#include <numeric>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using Catch::Matchers::Contains;

namespace {

constexpr bool scans_in_constant_expressions() {
    int x[5] = {1, 2, 3, 4, 5};
    int y[5] = {};
    gpu::inclusive_scan(x, x + 5, y);
    if (y[4] != 15) return false;
    gpu::exclusive_scan(x, y, 10);
    if (y[0] != 10 || y[4] != 20) return false;
    float f[3] = {0.1f, 0.2f, 0.3f};
    float sum[3] = {};
    gpu::inclusive_scan(f, sum, std::plus<>(), 1.0f);
    return sum[2] == 1.0f + ((0.1f + 0.2f) + 0.3f);
}
static_assert(scans_in_constant_expressions());

template <class T>
std::vector<T> counted(std::size_t n, T first = 1) {
    std::vector<T> x(n);
    std::iota(x.begin(), x.end(), first);
    return x;
}

} // namespace

TEST_CASE("the overloads of the standard library, with a policy and without") {
    auto const x = counted<int>(100);
    std::vector<int> y(100), expected(100);
    std::inclusive_scan(x.begin(), x.end(), expected.begin());
    CHECK(gpu::inclusive_scan(x.begin(), x.end(), y.begin()) == y.end());
    CHECK(y == expected);
    CHECK(gpu::inclusive_scan(gpu::automatic, x.begin(), x.end(), y.begin()) == y.end());
    CHECK(y == expected);
    std::inclusive_scan(x.begin(), x.end(), expected.begin(), std::bit_xor<>());
    gpu::inclusive_scan(x.begin(), x.end(), y.begin(), std::bit_xor<>());
    CHECK(y == expected);
    std::inclusive_scan(x.begin(), x.end(), expected.begin(), std::plus<>(), 7);
    gpu::inclusive_scan(gpu::automatic, x.begin(), x.end(), y.begin(), std::plus<>(), 7);
    CHECK(y == expected);
    std::exclusive_scan(x.begin(), x.end(), expected.begin(), 7);
    gpu::exclusive_scan(x.begin(), x.end(), y.begin(), 7);
    CHECK(y == expected);
    // from zero, as Thrust
    std::exclusive_scan(x.begin(), x.end(), expected.begin(), 0);
    CHECK(gpu::exclusive_scan(x.begin(), x.end(), y.begin()) == y.end());
    CHECK(y == expected);
    y.assign(y.size(), 1);
    gpu::exclusive_scan(gpu::automatic, x.begin(), x.end(), y.begin());
    CHECK(y == expected);
    y.assign(y.size(), 1);
    CHECK(gpu::exclusive_scan(x, y) == y.end());
    CHECK(y == expected);
    y.assign(y.size(), 1);
    gpu::exclusive_scan(gpu::automatic, x, y);
    CHECK(y == expected);
    std::exclusive_scan(x.begin(), x.end(), expected.begin(), 7, std::bit_or<>());
    gpu::exclusive_scan(gpu::automatic, x.begin(), x.end(), y.begin(), 7, std::bit_or<>());
    CHECK(y == expected);
}

TEST_CASE("ranges, and outputs that are ranges or iterators") {
    auto const x = counted<int>(10);
    std::vector<int> y(12, -1);
    CHECK(gpu::inclusive_scan(x, y) == y.begin() + 10);
    CHECK(y[9] == 55);
    CHECK(y[10] == -1);
    std::vector<int> appended;
    gpu::exclusive_scan(x, std::back_inserter(appended), 1);
    CHECK(appended.size() == 10);
    CHECK(appended[9] == 46);
    std::list<int> const list{1, 2, 3};
    CHECK(gpu::inclusive_scan(gpu::automatic, list, y.begin()) == y.begin() + 3);
    CHECK(y[2] == 6);
    std::istringstream numbers("4 5 6");
    std::array<int, 3> three{};
    gpu::inclusive_scan(std::istream_iterator<int>(numbers), std::istream_iterator<int>(),
                        three.begin());
    CHECK(three == std::array{4, 9, 15});
    std::vector<int> too_short(9);
    CHECK_THROWS_WITH(gpu::inclusive_scan(x, too_short),
                      "gpu::inclusive_scan: the output has 9 elements, fewer than the 10 of the "
                      "range");
    CHECK_THROWS_WITH(gpu::exclusive_scan(gpu::automatic, x, std::span(too_short), 1),
                      Catch::StartsWith("gpu::exclusive_scan: the output has 9 elements"));
    std::vector<int> sums(11); // views may be temporaries
    gpu::inclusive_scan(x, std::span(sums).subspan(1));
    CHECK(sums[0] == 0);
    CHECK(sums[10] == std::accumulate(x.begin(), x.end(), 0));
}

TEST_CASE("types and operators that are not precompiled run in the calling thread") {
    std::vector<std::string> const x{"a", "b", "c", "d", "e"};
    std::vector<std::string> y(5);
    gpu::inclusive_scan(x, y);
    CHECK(y[4] == "abcde");
    gpu::exclusive_scan(x.begin(), x.end(), y.begin(), std::string("_"));
    CHECK(y[0] == "_");
    CHECK(y[4] == "_abcd");
    auto in_place = x;
    gpu::exclusive_scan(gpu::automatic, in_place, in_place, std::string());
    CHECK(in_place[4] == "abcd");

    // elements are converted to the type of init
    auto const numbers = counted<int>(10);
    std::vector<double> halves(10);
    gpu::exclusive_scan(numbers, halves, 0.5);
    CHECK(halves[9] == 45.5);
    auto const larger = [](int a, int b) { return a > b ? a : b; };
    std::vector<int> most(10);
    gpu::report ran;
    gpu::inclusive_scan(gpu::automatic.report_to(ran), numbers, most, larger);
    CHECK(most == numbers);
    CHECK(ran.device == gpu::device::host());
    CHECK_THROWS_AS(
        gpu::inclusive_scan(gpu::automatic.on(gpu::device::simulated()), numbers, most, larger),
        gpu::unsupported_operator);
}

TEST_CASE("transforms come before the scan") {
    for (auto const device : gpu::devices()) {
        INFO(to_string(device));
        auto const policy = gpu::automatic.on(device);
        auto x = counted<int>(1000, -500);
        std::vector<int> y(x.size()), expected(x.size());
        auto const square = [](int v) { return v * v; };
        std::transform_inclusive_scan(x.begin(), x.end(), expected.begin(), std::plus<>(), square);
        gpu::transform_inclusive_scan(policy, x.begin(), x.end(), y.begin(), std::plus<>(),
                                      gpu::square<>());
        CHECK(y == expected);
        std::transform_exclusive_scan(x.begin(), x.end(), expected.begin(), 3, std::plus<>(),
                                      std::negate<>());
        gpu::transform_exclusive_scan(policy, x.begin(), x.end(), x.begin(), 3, std::plus<>(),
                                      std::negate<>());
        CHECK(x == expected);
        auto const range = counted<int>(1000, -500);
        std::vector<int> z(range.size());
        CHECK(gpu::transform_inclusive_scan(policy, range, z, std::plus<>(), gpu::square<>()) ==
              z.end());
        std::transform_inclusive_scan(range.begin(), range.end(), y.begin(), std::plus<>(), square);
        CHECK(z == y);
        gpu::transform_inclusive_scan(policy, range, z, std::plus<>(), gpu::square<>(), 7);
        CHECK(z.back() == y.back() + 7);
        gpu::transform_exclusive_scan(policy, range, std::span(z), 3, std::plus<>(),
                                      std::negate<>());
        std::transform_exclusive_scan(range.begin(), range.end(), y.begin(), 3, std::plus<>(),
                                      std::negate<>());
        CHECK(z == y);
    }
    std::vector<std::string> const words{"a", "bcd", "ef"};
    std::vector<std::size_t> lengths(3);
    gpu::transform_inclusive_scan(words.begin(), words.end(), lengths.begin(), std::plus<>(),
                                  [](std::string const& word) { return word.size(); });
    CHECK(lengths == std::vector<std::size_t>{1, 4, 6});
    auto const size = [](std::string const& word) { return word.size(); };
    gpu::transform_exclusive_scan(words, lengths, std::size_t{1}, std::plus<>(), size);
    CHECK(lengths == std::vector<std::size_t>{1, 2, 5});
    gpu::transform_inclusive_scan(words, lengths, std::plus<>(), size, std::size_t{1});
    CHECK(lengths == std::vector<std::size_t>{2, 5, 7});
    CHECK_THROWS_WITH(
        gpu::transform_inclusive_scan(words, std::span(lengths).first(2), std::plus<>(), size),
        Catch::StartsWith("gpu::transform_inclusive_scan: the output has 2 elements"));
}

TEST_CASE("ranges of devices") {
    for (auto const device : gpu::devices()) {
        INFO(to_string(device));
        auto const x = counted<double>(10'000);
        gpu::device_vector<double> const in(x, device);
        gpu::device_vector<double> out(x.size(), device);
        gpu::report ran;
        CHECK(gpu::inclusive_scan(gpu::automatic.report_to(ran), in, out) == out.end());
        CHECK(ran.device == device);
        CHECK(ran.bytes == 80'000);
        CHECK(out.to_host() == test::scanned<double>(x, gpu::kernel::plus(), nullptr, false));
        double const init = 2;
        gpu::exclusive_scan(in.begin(), in.end(), out.begin(), init, gpu::maximum<>());
        CHECK(out.to_host() == test::scanned(x, gpu::kernel::maximum(), &init, true));
        auto in_place = in;
        gpu::inclusive_scan(in_place.begin(), in_place.end(), in_place.begin());
        CHECK(in_place.to_host() == test::scanned<double>(x, gpu::kernel::plus(), nullptr, false));
        gpu::device_vector<double> empty(0, device);
        CHECK(gpu::inclusive_scan(empty, empty) == empty.end());
    }
}

TEST_CASE("an overlapping output is refused before anything is written") {
    for (auto const device : gpu::devices()) {
        INFO(to_string(device));
        auto const policy = gpu::automatic.on(device);
        auto x = counted<int>(100);
        auto const before = x;
        CHECK_THROWS_WITH(gpu::inclusive_scan(policy, x.begin(), x.end() - 1, x.begin() + 1),
                          Contains("the output overlaps the range, 4 bytes after its beginning") &&
                              Contains("gpu::inclusive_scan(automatic on "));
        CHECK_THROWS_WITH(gpu::exclusive_scan(policy, x.begin() + 10, x.end(), x.begin(), 0),
                          Contains("40 bytes before"));
        CHECK(x == before);
        gpu::inclusive_scan(policy, x.begin(), x.begin() + 50, x.begin() + 50); // side by side
        CHECK(x[99] == 1275);
    }
}

TEST_CASE("wrong calls say what was given and what is allowed") {
    auto x = counted<int>(10);
    CHECK_THROWS_WITH(
        gpu::inclusive_scan(gpu::automatic, x.begin(), x.end(), static_cast<int*>(nullptr)),
        Contains("a null pointer was given for the output"));
    CHECK_THROWS_WITH(gpu::inclusive_scan(gpu::automatic.block_size(64), x, x),
                      Contains("block_size(64) was given, but automatic chooses its own"));
    std::vector<std::int8_t> bytes(10);
    CHECK_THROWS_WITH(gpu::inclusive_scan(gpu::automatic.on(gpu::device::simulated()), bytes, bytes,
                                          gpu::maximum<>()),
                      Contains("scans of int8 by maximum have no automatic kernel; plus have"));
    CHECK_THROWS_AS(gpu::inclusive_scan(gpu::vendor.on(gpu::device::simulated()), x, x),
                    gpu::unsupported_operator);
    CHECK(x == counted<int>(10));
    gpu::inclusive_scan(x.begin(), x.begin(), static_cast<int*>(nullptr)); // nothing to write
}

TEST_CASE("elements and results may be different types with the same values") {
    std::vector<long long> const x{3, -1, 4, 1, -5};
    std::vector<long> y(x.size());
    gpu::exclusive_scan(x, y, 10L);
    CHECK(y == std::vector<long>{10, 13, 12, 16, 17});
    gpu::inclusive_scan(x.begin(), x.end(), y.begin(), std::plus<>(), 0L);
    CHECK(y == std::vector<long>{3, 2, 6, 7, 2});
    std::vector<char> const letters{1, 2, 3};
    std::vector<std::int8_t> sums(letters.size());
    gpu::exclusive_scan(gpu::automatic, letters, sums, std::int8_t{1});
    CHECK(sums == std::vector<std::int8_t>{1, 2, 4});
}

TEMPLATE_TEST_CASE("scans of several tiles in place, at any address", "", std::int8_t, float,
                   double) {
    for (auto const device : gpu::devices()) {
        if (device.kind() == gpu::device_kind::cuda) continue; // copied to an aligned address
        auto const policy = gpu::automatic.on(device);
        std::size_t const n = 20'001;
        for (std::ptrdiff_t const offset : {1, 3}) {
            auto const x = counted<TestType>(n, TestType(1));
            std::vector<TestType> y(n + 4);
            auto const first = y.begin() + offset, last = first + static_cast<std::ptrdiff_t>(n);
            std::copy(x.begin(), x.end(), first);
            gpu::inclusive_scan(policy, first, last, first);
            auto const expected = test::scanned<TestType>(x, gpu::kernel::plus(), nullptr, false);
            CHECK(std::equal(first, last, expected.begin()));
            CHECK(y[static_cast<std::size_t>(offset) - 1] == TestType());
            CHECK(*last == TestType());
        }
    }
}

TEST_CASE("ranges and outputs at any address, and nothing is written beside the output") {
    for (auto const device : gpu::devices()) {
        if (device.kind() == gpu::device_kind::cuda) continue; // copied to an aligned address
        std::size_t const n = 9'001;
        auto const x = counted<float>(n + 4, 0.25f);
        for (std::ptrdiff_t in = 0; in < 4; ++in)
            for (std::ptrdiff_t out = 0; out < 4; ++out) {
                std::vector<float> y(n + 6, -7.0f);
                std::vector<float> const range(x.begin() + in, x.begin() + in + n);
                gpu::inclusive_scan(gpu::automatic.on(device), x.begin() + in, x.begin() + in + n,
                                    y.begin() + 1 + out);
                CHECK(y[static_cast<std::size_t>(out)] == -7.0f);
                CHECK(y[n + 1 + static_cast<std::size_t>(out)] == -7.0f);
                auto const expected =
                    test::scanned<float>(range, gpu::kernel::plus(), nullptr, false);
                CHECK(std::equal(expected.begin(), expected.end(), y.begin() + 1 + out));
            }
    }
}
