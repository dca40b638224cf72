// SPDX-License-Identifier: Apache-2.0
/// find, any_of, equal, mismatch, min, max and their relatives: overloads, every kind of range,
/// callables that are not listed, refused calls, options, reports, constant expressions.
#include "support/counting_resource.hpp"
#include "support/devices.hpp"

#include <gpualgo/any_of.hpp>
#include <gpualgo/equal.hpp>
#include <gpualgo/find.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/min_max.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <deque>
#include <forward_list>
#include <iterator>
#include <limits>
#include <list>
#include <memory>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

using vector = std::vector<int>;
using on_device = gpu::device_vector<int>;

template <class... Arguments>
using found = decltype(gpu::find(std::declval<Arguments>()...));
template <class... Arguments>
using parted = decltype(gpu::mismatch(std::declval<Arguments>()...));

static_assert(std::same_as<found<vector&, int>, vector::iterator>);
static_assert(std::same_as<found<gpu::policy::automatic, int*, int*, int>, int*>);
static_assert(std::same_as<found<on_device const&, int>, on_device::const_iterator>);
static_assert(std::same_as<parted<vector&, std::list<long>&>,
                           std::pair<vector::iterator, std::list<long>::iterator>>);
template <class R>
concept findable = requires {
    gpu::find(std::declval<R>(), 1);
};
static_assert(findable<vector&> && findable<std::string_view> && !findable<vector>);

constexpr std::array numbers{2, 4, 5, 6, 7};
static_assert(gpu::find(numbers, 6) == numbers.begin() + 3);
static_assert(gpu::find_if(gpu::automatic, numbers, gpu::is_odd) == numbers.begin() + 2);
static_assert(gpu::find_if_not(numbers, gpu::is_even) == numbers.begin() + 2);
static_assert(gpu::any_of(numbers, gpu::is_odd) && !gpu::all_of(numbers, gpu::is_odd) &&
              gpu::none_of(gpu::automatic, numbers, gpu::greater_than(7)));
static_assert(gpu::equal(numbers, std::array{2L, 4L, 5L, 6L, 7L}));
static_assert(!gpu::equal(numbers.begin(), numbers.end(), numbers.begin(), numbers.end() - 1));
static_assert(gpu::min(numbers) == 2 && gpu::max(gpu::automatic, numbers) == 7);
static_assert(gpu::min(numbers.begin(), numbers.end(), std::greater<>()) == 7);

vector iota(int n) {
    vector x(static_cast<std::size_t>(n));
    std::iota(x.begin(), x.end(), 0);
    return x;
}

using test::simulated;

/// Numbers up to the first negative one.
struct up_to_negative {
    struct end_type {
        friend bool operator==(int const* x, end_type) { return *x < 0; }
    };

    int const* first;

    [[nodiscard]] int const* begin() const { return first; }
    [[nodiscard]] static end_type end() { return {}; }
};

} // namespace

TEST_CASE("empty ranges") {
    vector const none;
    on_device const nothing(0, simulated);
    REQUIRE(gpu::find(none, 1) == none.end());
    REQUIRE(gpu::find(nothing, 1) == nothing.end());
    REQUIRE(gpu::find_if(gpu::automatic.on(simulated), none, gpu::is_odd) == none.end());
    REQUIRE_FALSE(gpu::any_of(nothing, gpu::is_odd));
    REQUIRE(gpu::all_of(nothing, gpu::is_odd));
    REQUIRE(gpu::none_of(gpu::automatic, none, gpu::is_odd));
    REQUIRE(gpu::equal(nothing, nothing));
    REQUIRE(gpu::equal(nothing, none));
    REQUIRE_FALSE(gpu::equal(none, vector{1}));
    REQUIRE(gpu::mismatch(none, none).second == none.end());
    REQUIRE_THROWS_AS(gpu::min(none), std::invalid_argument);
    REQUIRE_THROWS_WITH(gpu::max(gpu::automatic, nothing),
                        Catch::Contains("gpu::max: the range has no elements"));
}

TEST_CASE("every kind of range of the host") {
    std::list<int> const list{1, 2, 3, 4};
    std::forward_list<int> const forward{1, 2, 3, 4};
    std::deque<int> const deque{1, 2, 3, 4};
    for (auto const& device : {gpu::device::host(), simulated}) {
        auto const policy = gpu::automatic.on(device);
        REQUIRE(*gpu::find(policy, list, 3) == 3);
        REQUIRE(*gpu::find_if(policy, forward, gpu::greater_than(2)) == 3);
        REQUIRE(gpu::find_if_not(policy, deque, gpu::less_than(4)) - deque.begin() == 3);
        REQUIRE(gpu::find(policy, list.begin(), list.end(), 9) == list.end());
        REQUIRE(gpu::equal(policy, deque, vector{1, 2, 3, 4}));
    }
    REQUIRE(gpu::equal(gpu::automatic, list, forward));
    REQUIRE(gpu::equal(list.begin(), list.end(), deque.begin()));
    REQUIRE_FALSE(gpu::equal(list, vector{1, 2, 3}));
    REQUIRE(*gpu::mismatch(list, deque, [](int a, int) { return a < 3; }).second == 3);
    std::istringstream text("1 2 3 4 5");
    std::istream_iterator<int> const first(text), last;
    REQUIRE(*gpu::find(gpu::automatic, first, last, 3) == 3);
    std::vector<bool> const flags{true, false, true};
    REQUIRE(gpu::find(gpu::automatic, flags, false) - flags.begin() == 1);
    std::vector<std::string> const words{"a", "b", "a"};
    REQUIRE(gpu::find(gpu::automatic, words, "b") - words.begin() == 1);
    REQUIRE(gpu::min(words) == "a");
    std::vector<std::unique_ptr<int>> pointers(3); // move-only
    pointers[1] = std::make_unique<int>(4);
    REQUIRE(gpu::find_if(gpu::automatic, pointers, [](auto const& p) { return p != nullptr; }) -
                pointers.begin() ==
            1);
    REQUIRE(gpu::equal(gpu::automatic, pointers, pointers));
}

TEST_CASE("ranges whose length is not known") {
    vector const x{1, 2, 3, 4, -1, 6};
    vector const y{1, 2, 3, 4};
    up_to_negative const counted{x.data()};
    for (int const last : {4, 5}) {
        vector const other{1, 2, 3, last};
        REQUIRE(gpu::equal(counted, other) == (last == 4));
        REQUIRE(gpu::equal(gpu::automatic, other, counted) == (last == 4));
        REQUIRE(gpu::mismatch(gpu::automatic, counted, other).first - x.data() ==
                (last == 4 ? 4 : 3));
    }
    REQUIRE_FALSE(gpu::equal(counted, vector{1, 2, 3, 4, -1}));
    REQUIRE_FALSE(gpu::equal(gpu::automatic, counted, vector{1, 2, 3}));
    REQUIRE(gpu::equal(on_device(y, simulated), counted));
    REQUIRE_THROWS_WITH(gpu::equal(gpu::automatic.on(simulated), y, counted),
                        Catch::Contains("no known length"));
}

TEST_CASE("callables that are not listed search on all cores, and the first match wins") {
    auto const x = iota(1'000'000);
    for (int const limit : {0, 4095, 4096, 500'000, 999'999, 1'000'000}) {
        auto const is_large = [=](int a) { return a >= limit; };
        REQUIRE(gpu::find_if(gpu::automatic, x, is_large) - x.begin() == limit);
        REQUIRE(gpu::find_if(x, is_large) - x.begin() == limit);
        REQUIRE(gpu::any_of(gpu::automatic, x, is_large) == (limit < 1'000'000));
        REQUIRE(gpu::mismatch(gpu::automatic, x, x, [=](int a, int) { return a < limit; }).second -
                    x.begin() ==
                limit);
    }
    std::vector<long> const y(x.begin(), x.end()); // another type
    REQUIRE(gpu::equal(gpu::automatic, x, y));
}

TEST_CASE("a search on cores stops soon after the match") {
    auto const x = iota(10'000'000);
    auto const end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    std::atomic<std::size_t> tests = 0;
    std::atomic<bool> is_tested = false; // the match
    auto const found = gpu::find_if(gpu::automatic, x, [&](int a) {
        ++tests;
        if (a == 5000) is_tested = true;
        // a thread that comes to its core late must not let others test everything
        while (a > 5000 && !is_tested && std::chrono::steady_clock::now() < end)
            std::this_thread::yield();
        return a == 5000;
    });
    REQUIRE(found - x.begin() == 5000);
    REQUIRE(tests < 1'000'000);
}

TEST_CASE("exceptions of predicates pass through") {
    auto const x = iota(100'000);
    auto const fail = [](int a) {
        if (a == 70'000) throw std::runtime_error("seventy");
        return false;
    };
    REQUIRE_THROWS_WITH(gpu::find_if(gpu::automatic, x, fail), "seventy");
    REQUIRE_THROWS_WITH(gpu::all_of(x, [&](int a) { return !fail(a); }), "seventy");
    REQUIRE_THROWS_WITH(gpu::equal(gpu::automatic, x, x, [&](int a, int) { return !fail(a); }),
                        "seventy");
}

TEST_CASE("two ranges, one of them elsewhere") {
    auto const x = iota(10'000);
    auto y = x;
    y[7777] = -1;
    on_device const on(x, simulated), elsewhere(x, gpu::device::host());
    REQUIRE(gpu::equal(on, x));
    REQUIRE(gpu::mismatch(y, on).first - y.begin() == 7777);
    REQUIRE(gpu::mismatch(gpu::automatic.on(simulated), x, y).second - y.begin() == 7777);
    REQUIRE(gpu::equal(on.begin(), on.end(), x.begin()));
    REQUIRE_FALSE(gpu::equal(on, iota(9'999)));
    auto const shorter = iota(9'000);
    REQUIRE(gpu::mismatch(on, shorter).second == shorter.end());
    REQUIRE_THROWS_WITH(gpu::equal(on, elsewhere),
                        Catch::Contains("gpu::equal") &&
                            Catch::Contains("the first range lies on simulated, and the second"));
    REQUIRE_THROWS_AS(gpu::find(gpu::automatic.on(gpu::device::host()), on, 1),
                      std::invalid_argument);
}

TEST_CASE("two ranges that overlap") {
    on_device const equal(100, 7, simulated), different(iota(100), simulated);
    REQUIRE(gpu::equal(equal.begin(), equal.end() - 1, equal.begin() + 1));
    REQUIRE(gpu::equal(equal.begin() + 9, equal.end(), equal.begin()));
    REQUIRE_FALSE(gpu::equal(different.begin(), different.end() - 1, different.begin() + 1));
}

TEST_CASE("calls that a device cannot run are refused") {
    std::list<int> const list{1, 2, 3};
    auto const policy = gpu::automatic.on(simulated);
    REQUIRE_THROWS_WITH(gpu::find_if(policy, list, [](int) { return true; }),
                        Catch::Contains("gpu::find_if(automatic") &&
                            Catch::Contains("not precompiled for elements of type int"));
    std::istringstream text("1 2");
    REQUIRE_THROWS_WITH(
        gpu::find(policy, std::istream_iterator<int>(text), std::istream_iterator<int>(), 1),
        Catch::Contains("read only once"));
    REQUIRE_THROWS_WITH(gpu::equal(policy, list, list), Catch::Contains("no random access"));
    std::vector<long> const longs(3);
    REQUIRE_THROWS_WITH(gpu::equal(policy, vector(3), longs), Catch::Contains("not precompiled"));
    int const* const null = nullptr;
    REQUIRE_THROWS_AS(gpu::find(gpu::automatic, null, null + 100, 1), std::invalid_argument);
    REQUIRE_THROWS_AS(gpu::equal(gpu::automatic, longs.data(), longs.data() + 3,
                                 static_cast<long const*>(nullptr)),
                      std::invalid_argument);
}

TEST_CASE("reports say what ran, and how many bytes up to the match") {
    gpu::report ran;
    auto const x = iota(100'000);
    on_device const on(x, simulated);
    (void)gpu::find(gpu::automatic.report_to(ran), on, 99'999);
    REQUIRE(ran.device == simulated);
    REQUIRE(ran.kernel == "clear + find_first");
    REQUIRE(ran.bytes == 400'000);
    (void)gpu::equal(gpu::automatic.report_to(ran), x, x);
    REQUIRE(ran.device == gpu::device::host());
    REQUIRE(ran.kernel.starts_with("find"));
    REQUIRE(ran.bytes == 800'000);
    (void)gpu::find(gpu::automatic.report_to(ran), x, 9);
    REQUIRE(ran.bytes == 40);
    (void)gpu::find_if(gpu::automatic.report_to(ran), x, [](int a) { return a == 9; });
    REQUIRE(ran.kernel == "a search in the program");
    REQUIRE(ran.bytes == 40);
}

TEST_CASE("copies of host ranges use the policy's memory resource") {
    auto const x = iota(100'000);
    test::counting_resource resource(simulated);
    auto const policy = gpu::automatic.on(simulated).with(resource);
    REQUIRE(gpu::find(policy, x, 77) - x.begin() == 77);
    REQUIRE(gpu::equal(policy, x, x));
    REQUIRE(resource.blocks() == 0);
}

TEST_CASE("min and max are the extrema's first elements") {
    float const nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> x(1000, 1.F);
    x[3] = nan;
    x[10] = 0.F;
    x[20] = -0.F;
    gpu::device_vector<float> const on(x, simulated);
    REQUIRE(gpu::min(x) == 0.F);
    REQUIRE(std::signbit(gpu::min(on)) == false); // +0 comes first
    REQUIRE(gpu::max(on) == 1.F);
    REQUIRE(gpu::max(gpu::automatic, on.begin(), on.end(), std::greater<>()) == 0.F);
    REQUIRE(std::isnan(gpu::min(std::vector<float>(100, nan))));
    REQUIRE(gpu::min(gpu::automatic, std::list<int>{3, 1, 2}) == 1);
}

TEST_CASE("exceptions after the first match are not thrown, those before it are") {
    // Elements from 8192 on are in later chunks, and throw while the first match is still searched.
    vector const v = iota(200'000);
    std::atomic<bool> has_thrown = false;
    auto const throws_later = [&](int x, bool is_match) {
        if (x >= 8192) {
            has_thrown = true;
            throw x;
        }
        // without another thread there is no exception to wait for
        for (int looks = 0; x == 5000 && !has_thrown && looks < 1000; ++looks)
            std::this_thread::yield();
        return is_match;
    };
    for (int repeat = 0; repeat < 100; ++repeat) {
        has_thrown = false;
        auto const is_8191 = [&](int x) { return throws_later(x, x == 8191); };
        REQUIRE(gpu::find_if(gpu::automatic, v, is_8191) == v.begin() + 8191);
        REQUIRE(gpu::any_of(gpu::automatic, v, is_8191));
        auto const is_unlike = [&](int x, int) { return throws_later(x, x != 8191); };
        REQUIRE(gpu::mismatch(gpu::automatic, v, v, is_unlike).first == v.begin() + 8191);
        REQUIRE_FALSE(gpu::equal(gpu::automatic, v, v, is_unlike));
        try { // without a match before: the exception that is first in order
            (void)gpu::find_if(gpu::automatic, v, [&](int x) { return throws_later(x, false); });
            FAIL("nothing was thrown");
        } catch (int x) {
            REQUIRE(x == 8192);
        }
    }
}
