// SPDX-License-Identifier: Apache-2.0
/// min_element, max_element and minmax_element: overloads, every kind of range, comparators that
/// are not listed, refused calls, options, constant expressions.
#include "support/counting_resource.hpp"

#include <gpualgo/extrema.hpp>
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <deque>
#include <forward_list>
#include <functional>
#include <limits>
#include <list>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

template <class... Arguments>
using smallest = decltype(gpu::min_element(std::declval<Arguments>()...));
template <class... Arguments>
using both = decltype(gpu::minmax_element(std::declval<Arguments>()...));
template <class... Arguments>
concept callable = requires(Arguments&&... arguments) {
    gpu::max_element(static_cast<Arguments&&>(arguments)...);
};

using vector = std::vector<float>;
using on_device = gpu::device_vector<float>;
using policy = gpu::policy::automatic;
struct closer_to_zero {
    constexpr bool operator()(double a, double b) const { return a * a < b * b; }
};

// The overloads of std::min_element, with and without a policy; and ranges.
static_assert(std::same_as<smallest<vector::iterator, vector::iterator>, vector::iterator>);
static_assert(std::same_as<smallest<vector::const_iterator, vector::const_iterator, closer_to_zero>,
                           vector::const_iterator>);
static_assert(std::same_as<smallest<policy, float*, float*>, float*>);
static_assert(
    std::same_as<smallest<policy&, float const*, float const*, std::greater<>>, float const*>);
static_assert(std::same_as<smallest<vector&>, vector::iterator>);
static_assert(std::same_as<smallest<vector const&, closer_to_zero>, vector::const_iterator>);
static_assert(std::same_as<smallest<policy const&, std::list<int>&>, std::list<int>::iterator>);
static_assert(std::same_as<smallest<policy, float (&)[4], std::greater<float>>, float*>);
// two iterators, not a range and a comparator
static_assert(std::same_as<smallest<float (&)[4], float*>, float*>);
static_assert(std::same_as<smallest<std::span<float const>>, std::span<float const>::iterator>);
static_assert(std::same_as<smallest<on_device&>, on_device::iterator>);
static_assert(std::same_as<smallest<on_device const&, std::greater<>>, on_device::const_iterator>);
static_assert(std::same_as<both<policy, on_device::iterator, on_device::iterator>,
                           std::pair<on_device::iterator, on_device::iterator>>);
static_assert(std::same_as<both<vector&>, std::pair<vector::iterator, vector::iterator>>);
static_assert(!callable<vector>); // the iterator would dangle
static_assert(!callable<vector&, int>);
// an iterator and a sentinel
static_assert(std::same_as<smallest<vector::iterator, vector::const_iterator>, vector::iterator>);

constexpr auto in_constants = [] {
    std::array<int, 6> const x{3, 1, 4, 1, 4, 2};
    auto const [first, last] = gpu::minmax_element(x);
    return (gpu::min_element(x, std::greater<>()) - x.begin()) * 100 + (first - x.begin()) * 10 +
           (last - x.begin());
}();
static_assert(in_constants == 214);
constexpr auto nan_in_constants = [] {
    float const x[]{std::numeric_limits<float>::quiet_NaN(), 2, 1};
    return (gpu::min_element(x) - x) * 10 + (gpu::max_element(gpu::automatic, x, x + 3) - x);
}();
static_assert(nan_in_constants == 21);

/// Numbers, many of which are equal.
std::vector<int> numbers(std::size_t n) {
    std::vector<int> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<int>(i * 2654435761U >> 7U) % 50;
    return x;
}

/// Checks that positions are the standard library's.
template <class R, class C, class... Policy>
void check_as_std(R& range, C before, Policy const&... by) {
    using std::begin, std::end;
    auto const first = begin(range), last = end(range);
    CHECK(gpu::min_element(by..., range, before) == std::min_element(first, last, before));
    CHECK(gpu::max_element(by..., range, before) == std::max_element(first, last, before));
    CHECK(gpu::minmax_element(by..., range, before) == std::minmax_element(first, last, before));
}

} // namespace

TEST_CASE("every kind of range of the host", "[extrema]") {
    for (std::size_t const n : {0u, 1u, 2u, 33u, 1000u, 5000u}) {
        auto const x = numbers(n);
        std::deque<int> deque(x.begin(), x.end());
        std::list<int> const list(x.begin(), x.end());
        std::forward_list<int> single(x.begin(), x.end());
        std::vector<bool> bits;
        for (int const i : x) bits.push_back(i % 3 == 0);
        for (auto const &before :
             {std::function<bool(int, int)>(std::less<>()),
              std::function<bool(int, int)>([](int a, int b) { return a / 7 > b / 7; })}) {
            check_as_std(x, before);
            check_as_std(x, before, gpu::automatic);
            check_as_std(list, before, gpu::automatic);
        }
        check_as_std(x, std::less<>());
        check_as_std(x, std::greater<>(), gpu::automatic);
        check_as_std(deque, std::less<>());
        check_as_std(deque, std::greater<int>(), gpu::automatic);
        check_as_std(single, std::greater<>(), gpu::automatic);
        check_as_std(bits, std::less<>(), gpu::automatic);
        // searches a copy of the list
        check_as_std(list, std::less<>(), gpu::automatic.on(gpu::device::simulated()));
        check_as_std(single, std::greater<>(), gpu::automatic.on(gpu::device::simulated()));
    }
    // searches compiled into the program skip NaNs, too
    std::list<float> const odd{std::numeric_limits<float>::quiet_NaN(), 2, 1};
    CHECK(gpu::min_element(odd) == std::prev(odd.end()));
    CHECK(gpu::max_element(gpu::automatic, odd) == std::next(odd.begin()));
    std::vector<std::unique_ptr<int>> pointers(3); // not copyable
    CHECK(gpu::min_element(gpu::automatic, pointers) == pointers.begin());
}

TEST_CASE("the smallest element in any part of a range", "[extrema]") {
    auto const before = [](int a, int b) { return a < b; };
    std::vector<int> x(5000);
    for (std::size_t place = 0; place < x.size(); place += 101) {
        x[place] = -1;
        auto const expected = x.begin() + static_cast<std::ptrdiff_t>(place);
        REQUIRE(gpu::min_element(gpu::automatic, x, before) == expected);
        REQUIRE(gpu::max_element(gpu::automatic, x, [](int a, int b) { return a > b; }) ==
                expected);
        x[place] = 1;
        REQUIRE(gpu::minmax_element(gpu::automatic, x, before).second == expected);
        x[place] = 0;
    }
}

TEST_CASE("both ends take at most 3/2 (N - 1) comparisons, one end N - 1", "[extrema]") {
    std::atomic<std::size_t> comparisons = 0;
    auto const counting = [&](int a, int b) {
        ++comparisons;
        return a % 8 < b % 8; // with many ties
    };
    auto const counted = [&](auto call) {
        comparisons = 0;
        call();
        return comparisons.load();
    };
    for (std::size_t const n : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 100u, 101u, 513u, 514u, 100'003u}) {
        std::vector<int> x(n);
        for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<int>(i * 7919 % 1000);
        std::list<int> const list(x.begin(), x.end());
        std::size_t const most = n == 0 ? 0 : 3 * (n - 1) / 2;
        INFO(n);
        CHECK(counted([&] { (void)gpu::minmax_element(x, counting); }) <= most);
        CHECK(counted([&] { (void)gpu::minmax_element(list, counting); }) <= most);
        CHECK(counted([&] { (void)gpu::minmax_element(gpu::automatic, x, counting); }) <= most);
        CHECK(counted([&] { (void)gpu::min_element(list, counting); }) == (n == 0 ? 0 : n - 1));
        auto const expected = std::minmax_element(x.begin(), x.end(), counting);
        CHECK(gpu::minmax_element(x, counting) == expected);
        CHECK(gpu::minmax_element(gpu::automatic, x, counting) == expected);
        auto const in_list = gpu::minmax_element(list, counting);
        CHECK(std::distance(list.begin(), in_list.first) == expected.first - x.begin());
        CHECK(std::distance(list.begin(), in_list.second) == expected.second - x.begin());
    }
}

TEST_CASE("found unqualified, next to the standard library's functions", "[extrema]") {
    using namespace gpu;
    std::vector<int> const x{3, 1, 2};
    device_vector<int> const v(x, device::simulated());
    CHECK(*min_element(x.begin(), x.end()) == 1);
    CHECK(*max_element(x.begin(), x.end(), std::greater<>()) == 1);
    CHECK(*minmax_element(x.begin(), x.end()).second == 3);
    CHECK(min_element(v.begin(), v.end()) - v.begin() == 1);
}

TEST_CASE("empty ranges", "[extrema]") {
    std::vector<int> const none;
    CHECK(gpu::min_element(none.begin(), none.end()) == none.end());
    for (auto const device : gpu::devices()) {
        gpu::device_vector<int> const nothing(device);
        CHECK(gpu::max_element(nothing) == nothing.end());
        CHECK(gpu::minmax_element(gpu::automatic.on(device), none) ==
              std::pair(none.end(), none.end()));
    }
    int const* const null = nullptr;
    CHECK(gpu::min_element(null, null) == null);
}

TEST_CASE("ranges on devices", "[extrema]") {
    auto const x = numbers(9001);
    for (auto const device : gpu::devices()) {
        gpu::device_vector<int> y(x, device);
        gpu::report ran;
        auto const on = gpu::automatic.report_to(ran);
        CHECK(gpu::min_element(on, y) - y.begin() ==
              std::min_element(x.begin(), x.end()) - x.begin());
        CHECK(ran.device == device);
        CHECK(ran.strategy == "automatic");
        CHECK(ran.bytes == 9001 * sizeof(int));
        CHECK_THAT(ran.kernel, Catch::StartsWith("extremum"));
        auto const [first, last] =
            gpu::minmax_element(on, y.begin() + 1, y.end(), std::greater<>());
        auto const expected = std::minmax_element(x.begin() + 1, x.end(), std::greater<>());
        CHECK(first - y.begin() == expected.first - x.begin());
        CHECK(last - y.begin() == expected.second - x.begin());
        CHECK_THAT(ran.kernel, Catch::StartsWith("extrema"));
        *first = 1000; // a mutable iterator, like any other
        CHECK(gpu::max_element(y.begin(), y.end()) == first);
        using std::min_element;
        // finds the library's overload, not std's
        CHECK(min_element(y.begin(), y.end(), std::greater<>()) == first);
    }
}

TEST_CASE("the options of the policy", "[extrema]") {
    auto const x = numbers(3000);
    for (auto const device : gpu::devices()) {
        gpu::stream stream(device);
        test::counting_resource resource(device);
        auto const found = gpu::max_element(gpu::automatic.on(stream).with(resource), x);
        CHECK(found == std::max_element(x.begin(), x.end()));
        CHECK((resource.calls() > 0) == (device != gpu::device::host()));
        CHECK(resource.blocks() == 0);
    }
    gpu::report ran;
    CHECK(gpu::min_element(gpu::automatic.report_to(ran), x, [](int a, int b) { return a < b; }) ==
          std::min_element(x.begin(), x.end()));
    CHECK(ran.kernel == "a search in the program");
    CHECK(ran.bytes == 3000 * sizeof(int));
}

TEST_CASE("refused calls", "[extrema]") {
    std::vector<int> const x{1, 2, 3};
    gpu::device_vector<int> const there(x, gpu::device::simulated());
    using Catch::Contains;
    CHECK_THROWS_WITH(gpu::min_element(gpu::automatic.block_size(64), x),
                      Contains("gpu::min_element(automatic, n = 3, int32): block_size"));
    auto const on_host = gpu::automatic.on(gpu::device::host());
    CHECK_THROWS_WITH(
        gpu::max_element(on_host, there),
        Contains("gpu::max_element(automatic on host, n = 3, int32): the range lies on simulated"));
    CHECK_THROWS_WITH(gpu::minmax_element(on_host, there, std::greater<>()),
                      Contains("gpu::minmax_element(automatic on host, n = 3, int32, greater)"));
    CHECK_THROWS_AS(gpu::max_element(on_host, there), std::invalid_argument);
    CHECK_THROWS_AS(
        gpu::min_element(gpu::automatic.block_size(64), x, [](int a, int b) { return a < b; }),
        std::invalid_argument);
    CHECK_THROWS_WITH(
        gpu::min_element(gpu::automatic.on(gpu::device::simulated()), x, closer_to_zero()),
        Catch::Contains("gpu::min_element(automatic, n = 3)") &&
            Catch::Contains("closer_to_zero is not precompiled"));
    CHECK_THROWS_AS(gpu::min_element(gpu::automatic.on(gpu::device::simulated()), std::as_const(x),
                                     closer_to_zero()),
                    gpu::unsupported_operator);
    int const* const null = nullptr;
    CHECK_THROWS_WITH(gpu::min_element(null, null + 3), Catch::Contains("null pointer"));
    using namespace gpu::detail; // simulates a header newer than the library
    extrema_request request;
    request.wanted = 3;
    call_result ran;
    gpualgo_v0_extrema(&request, &ran);
    CHECK(ran.status == status_code::unsupported_operator);
    request.wanted = 0;
    request.strategy = 1;
    gpualgo_v0_extrema(&request, &ran);
    CHECK(ran.status == status_code::unsupported_operator);
}

TEST_CASE(
    "without a policy, comparators are called in the calling thread, and exceptions propagate",
    "[extrema]") {
    auto const x = numbers(100'000);
    auto const id = std::this_thread::get_id();
    bool elsewhere = false;
    (void)gpu::minmax_element(x, [&](int a, int b) {
        elsewhere |= std::this_thread::get_id() != id;
        return a < b;
    });
    CHECK_FALSE(elsewhere);
    auto const failing = [&x](int const& a, int const& b) {
        if (&a == &x[70'000] || &b == &x[70'000]) throw std::out_of_range("70000");
        if (&a == &x[99'000] || &b == &x[99'000]) throw std::out_of_range("99000");
        return a < b;
    };
    CHECK_THROWS_WITH(gpu::min_element(x, failing), "70000");
    CHECK_THROWS_WITH(gpu::max_element(gpu::automatic, x, failing), "70000");

    struct counting { // neither const-callable nor copyable
        std::unique_ptr<int> calls = std::make_unique<int>(0);
        bool operator()(int a, int b) { return ++*calls, a < b; }
    };
    CHECK(gpu::min_element(x, counting()) == std::min_element(x.begin(), x.end()));
}
