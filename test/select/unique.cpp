// SPDX-License-Identifier: Apache-2.0
/// unique and unique_copy: every type, size and kind of range, numbers that are equal and differ in
/// bits, refused calls, options and reports. Compared with those of the standard library.
#include "support/counting_resource.hpp"
#include "support/devices.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/unique.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <iterator>
#include <limits>
#include <list>
#include <memory>
#include <new>
#include <random>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using test::simulated;

template <class... Arguments>
using in_place = decltype(gpu::unique(std::declval<Arguments>()...));
template <class... Arguments>
using copied = decltype(gpu::unique_copy(std::declval<Arguments>()...));
using vector = std::vector<int>;
using on_device = gpu::device_vector<int>;
using policy = gpu::policy::automatic;
static_assert(std::same_as<in_place<int*, int*>, int*>);
static_assert(std::same_as<in_place<policy, vector&>, vector::iterator>);
static_assert(std::same_as<in_place<policy, on_device&>, on_device::iterator>);
static_assert(std::same_as<in_place<int (&)[4], int*>, int*>); // two iterators
static_assert(std::same_as<copied<int*, int*, vector::iterator>, vector::iterator>);
static_assert(std::same_as<copied<policy, on_device const&, on_device&>, on_device::iterator>);
static_assert(std::same_as<copied<std::list<int>&, std::back_insert_iterator<vector>>,
                           std::back_insert_iterator<vector>>);

constexpr int runs() {
    std::array x{1, 1, 2, 2, 2, 3};
    std::array<int, 6> out{};
    auto const end = gpu::unique_copy(x, out);
    auto const last = gpu::unique(gpu::automatic, x);
    return x[1] == 2 && out[2] == 3 && end == out.begin() + 3 ? static_cast<int>(last - x.begin())
                                                              : 0;
}
static_assert(runs() == 3);

/// Numbers with runs of a length of up to `longest`.
template <class T>
std::vector<T> with_runs(std::size_t n, unsigned longest, unsigned seed) {
    std::mt19937 engine(seed);
    std::vector<T> x;
    while (x.size() < n)
        x.insert(x.end(), std::min<std::size_t>(n - x.size(), 1 + engine() % longest),
                 static_cast<T>(static_cast<float>(static_cast<int>(engine() % 250) - 125)));
    return x;
}

template <class T>
void check(std::vector<T> const& x) {
    std::vector<T> expected;
    std::unique_copy(x.begin(), x.end(), std::back_inserter(expected));
    for (auto const& device : {gpu::device::host(), simulated}) {
        auto const p = gpu::automatic.on(device);
        std::vector<T> out(expected.size());
        REQUIRE(gpu::unique_copy(p, x, out) == out.end());
        REQUIRE(out == expected);
        auto changed = x;
        changed.erase(gpu::unique(p, changed), changed.end());
        REQUIRE(changed == expected);
    }
}

} // namespace

TEMPLATE_TEST_CASE("unique elements of every type equal those of the standard library", "",
                   std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
                   std::uint32_t, std::int64_t, std::uint64_t, float, double, gpu::half,
                   gpu::bfloat16) {
    for (unsigned const longest : {1u, 3u, 1000u}) check(with_runs<TestType>(20'001, longest, 1));
}

TEST_CASE("sizes around vectors, warps and tiles, all equal and all different") {
    for (unsigned const n : {0u, 1u, 2u, 3u, 4u, 5u, 127u, 129u, 511u, 513u, 4095u, 4096u, 4097u,
                             8193u, 16384u, 16385u, 40000u}) {
        check(with_runs<int>(n, 2, n));
        check(vector(n, 7));
        vector x(n);
        for (unsigned i = 0; i < n; ++i) x[i] = static_cast<int>(i);
        check(x);
    }
    check(with_runs<float>(1'000'000, 5, 9)); // on several cores
    // at odd addresses
    auto const x = with_runs<std::int16_t>(20'000, 2, 3);
    std::vector<std::int16_t> expected, out(20'000);
    std::unique_copy(x.begin() + 1, x.end(), std::back_inserter(expected));
    auto const end =
        gpu::unique_copy(gpu::automatic.on(simulated), x.begin() + 1, x.end(), out.begin());
    out.erase(end, out.end());
    REQUIRE(out == expected);
}

TEMPLATE_TEST_CASE("zeros are equal, NaNs are not, and signs count", "", float, double, gpu::half,
                   gpu::bfloat16) {
    using limits = std::numeric_limits<TestType>;
    auto const nan = limits::quiet_NaN();
    auto const of = [](float x) { return static_cast<TestType>(x); };
    std::vector<TestType> const x{of(0.f),
                                  of(-0.f),
                                  of(0.f),
                                  nan,
                                  nan,
                                  of(1.f),
                                  of(-1.f),
                                  of(-1.f),
                                  of(-0.f),
                                  of(0.f),
                                  limits::infinity(),
                                  limits::infinity(),
                                  static_cast<TestType>(-limits::infinity()),
                                  limits::max()};
    std::list<TestType> const list(x.begin(), x.end()); // by the program
    auto const bits = [](std::vector<TestType> const& v) {
        std::vector<float> all(v.begin(), v.end());
        std::string text;
        for (float const one : all)
            text += std::isnan(one) ? "nan "
                                    : (std::signbit(one) ? "-" : "+") +
                                          std::to_string(std::abs(one)).substr(0, 3) + " ";
        return text;
    };
    std::vector<TestType> expected;
    gpu::unique_copy(list, std::back_inserter(expected));
    REQUIRE(bits(expected).starts_with("+0.0 nan nan +1.0 -1.0 -0.0 +inf -inf "));
    REQUIRE(expected.size() == 9);
    for (auto const& device : {gpu::device::host(), simulated}) {
        std::vector<TestType> out(expected.size());
        REQUIRE(gpu::unique_copy(gpu::automatic.on(device), x, out) == out.end());
        REQUIRE(bits(out) == bits(expected));
    }
}

TEST_CASE("other ranges of the host, equivalences, moves and exceptions") {
    std::forward_list<std::string> words{"a", "a", "b", "a"};
    std::vector<std::string> out;
    gpu::unique_copy(gpu::automatic, words, std::back_inserter(out));
    REQUIRE(out == std::vector<std::string>{"a", "b", "a"});
    auto const last = gpu::unique(words);
    REQUIRE(std::distance(words.begin(), last) == 3);
    std::istringstream text("1 1 2 2 1");
    std::istream_iterator<int> const first(text), end;
    vector numbers;
    gpu::unique_copy(first, end, std::back_inserter(numbers));
    REQUIRE(numbers == vector{1, 2, 1});
    auto const same_tens = [](int a, int b) { return a / 10 == b / 10; };
    vector x{1, 5, 12, 13, 3};
    REQUIRE(gpu::unique(gpu::automatic, x, same_tens) == x.begin() + 3);
    REQUIRE((x[1] == 12 && x[2] == 3));
    std::vector<std::unique_ptr<int>> pointers;
    for (int const i : {1, 1, 2}) pointers.push_back(std::make_unique<int>(i));
    gpu::unique(pointers, [](auto const& a, auto const& b) { return *a == *b; });
    REQUIRE(*pointers[1] == 2);
    auto const fails = [](int, int) -> bool { throw std::runtime_error("compared"); };
    REQUIRE_THROWS_WITH(gpu::unique(gpu::automatic, x, fails), "compared");
    REQUIRE_THROWS_AS(gpu::unique(gpu::automatic.on(simulated), x, same_tens),
                      gpu::unsupported_operator);
    REQUIRE_THROWS_WITH(gpu::unique(gpu::automatic.on(simulated), x, same_tens),
                        Catch::Contains("and compared by ==; without on(simulated)"));
}

TEST_CASE("ranges of devices, short targets, overlap, and reports") {
    auto const x = with_runs<int>(20'000, 3, 4);
    vector expected;
    std::unique_copy(x.begin(), x.end(), std::back_inserter(expected));
    auto const kept = static_cast<std::ptrdiff_t>(expected.size());
    on_device on(x, simulated);
    on_device to(x.size(), simulated);
    gpu::report report;
    REQUIRE(gpu::unique_copy(gpu::automatic.report_to(report), on, to) == to.begin() + kept);
    REQUIRE(report.device == simulated);
    REQUIRE(report.kernel == "select");
    vector here(expected.size());
    gpu::unique_copy(on, here);
    REQUIRE(here == expected);
    test::counting_resource memory(simulated);
    memory.fail(1);
    REQUIRE_THROWS_AS(gpu::unique(gpu::automatic.with(memory), on), std::bad_alloc);
    REQUIRE(on.to_host() == x);
    REQUIRE(gpu::unique(gpu::automatic.with(memory), on) == on.begin() + kept);
    REQUIRE(memory.blocks() == 0);
    here = on.to_host();
    here.resize(expected.size());
    REQUIRE(here == expected);
    vector y(x.begin(), x.begin() + 100);
    for (auto const& device : {gpu::device::host(), simulated}) {
        auto const p = gpu::automatic.on(device);
        REQUIRE_THROWS_WITH(gpu::unique_copy(p, y, y.begin()), Catch::Contains("overlap"));
        vector short_one(5, -1);
        REQUIRE_THROWS_WITH(gpu::unique_copy(p, y, std::span(short_one).first(4)),
                            Catch::Contains("gpu::unique_copy") && Catch::Contains("4 elements"));
        REQUIRE((short_one[3] == expected[3] && short_one[4] == -1));
        REQUIRE_THROWS_WITH(gpu::unique_copy(p, y, static_cast<int*>(nullptr)),
                            Catch::Contains("null pointer"));
    }
    vector short_one(2);
    REQUIRE_THROWS_WITH(gpu::unique_copy(std::list<int>{1, 2, 3}, short_one),
                        Catch::Contains("2 elements"));
}
