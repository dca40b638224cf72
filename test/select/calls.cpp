// SPDX-License-Identifier: Apache-2.0
/// count, count_if, copy_if, remove_copy_if and partition_copy: overloads, every kind of range and
/// target, predicates that are not listed, refused calls, options, reports, constant expressions.
#include "support/counting_resource.hpp"
#include "support/devices.hpp"

#include <gpualgo/copy_if.hpp>
#include <gpualgo/count.hpp>
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <iterator>
#include <list>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

template <class... Arguments>
using copied = decltype(gpu::copy_if(std::declval<Arguments>()...));
template <class... Arguments>
using parted = decltype(gpu::partition_copy(std::declval<Arguments>()...));
template <class... Arguments>
using counted = decltype(gpu::count_if(std::declval<Arguments>()...));

using vector = std::vector<int>;
using on_device = gpu::device_vector<int>;
using policy = gpu::policy::automatic;
using odd = gpu::predicate::is_odd;

static_assert(std::same_as<copied<int*, int*, vector::iterator, odd>, vector::iterator>);
static_assert(std::same_as<copied<policy, int const*, int const*, int*, odd>, int*>);
static_assert(std::same_as<copied<vector&, vector&, odd>, vector::iterator>);
static_assert(std::same_as<copied<policy, vector const&, int*, odd>, int*>);
static_assert(std::same_as<copied<on_device&, on_device&, odd>, on_device::iterator>);
static_assert(std::same_as<copied<std::list<int>&, std::back_insert_iterator<vector>, odd>,
                           std::back_insert_iterator<vector>>);
static_assert(std::same_as<parted<int*, int*, int*, vector::iterator, odd>,
                           std::pair<int*, vector::iterator>>);
static_assert(std::same_as<parted<policy, vector&, vector&, int (&)[4], odd>,
                           std::pair<vector::iterator, int*>>);
static_assert(std::same_as<counted<policy, on_device const&, odd>, std::ptrdiff_t>);
static_assert(std::same_as<counted<vector::iterator, vector::iterator, odd>, std::ptrdiff_t>);

constexpr int first_odd() {
    std::array const x{2, 4, 5, 6, 7};
    std::array<int, 2> out{};
    std::array<int, 3> others{};
    auto const end = gpu::copy_if(x, out, gpu::is_odd);
    auto const ends = gpu::partition_copy(gpu::automatic, x, out, others, gpu::is_odd);
    return end == out.end() && ends.second == others.end() && gpu::count(x, 4) == 1 ? out[0] : 0;
}
static_assert(first_odd() == 5);

vector iota(int n) {
    vector x(static_cast<std::size_t>(n));
    std::iota(x.begin(), x.end(), 0);
    return x;
}

using test::simulated;

} // namespace

TEST_CASE("every kind of range and target") {
    auto const is_large = [](int x) { return x > 2; };
    std::list<int> const list{1, 2, 3, 4};
    std::forward_list<int> const forward{1, 2, 3, 4};
    vector out;
    for (auto const& device : {gpu::device::host(), simulated}) {
        out.clear();
        gpu::copy_if(gpu::automatic.on(device), list, std::back_inserter(out), gpu::is_even);
        gpu::remove_copy_if(gpu::automatic.on(device), forward, std::back_inserter(out),
                            gpu::is_even);
        std::list<int> odds, evens;
        gpu::partition_copy(gpu::warp_shuffle.on(device), list.begin(), list.end(),
                            std::back_inserter(odds), std::front_inserter(evens), gpu::is_odd);
        REQUIRE(out == vector{2, 4, 1, 3});
        REQUIRE(odds == std::list<int>{1, 3});
        REQUIRE(evens == std::list<int>{4, 2});
        REQUIRE(gpu::count(gpu::automatic.on(device), list, 3) == 1);
    }
    std::istringstream text("1 2 3 4 5");
    std::istream_iterator<int> const first(text), last;
    out.clear();
    gpu::copy_if(first, last, std::back_inserter(out), is_large);
    REQUIRE(out == vector{3, 4, 5});
    std::vector<bool> const flags{true, false, true};
    REQUIRE(gpu::count(gpu::automatic, flags, true) == 2);
    std::vector<std::string> const words{"a", "b", "a"};
    REQUIRE(gpu::count(gpu::automatic, words, "a") == 2);
    std::vector<std::string> copies(2);
    gpu::copy_if(gpu::automatic, words, copies, [](auto const& word) { return word == "a"; });
    REQUIRE(copies == std::vector<std::string>{"a", "a"});
    std::vector<long> wider(2); // another type
    REQUIRE(gpu::copy_if(list, wider, gpu::is_odd) == wider.end());
    REQUIRE(wider == std::vector<long>{1, 3});
}

TEST_CASE("ranges of devices, and targets elsewhere") {
    auto const x = iota(10000);
    on_device const on(x, simulated);
    on_device to(5000, simulated);
    vector here(5000);
    REQUIRE(gpu::copy_if(on, to, gpu::is_odd) == to.end());
    REQUIRE(gpu::copy_if(on, here, gpu::is_odd) == here.end());
    REQUIRE(to.to_host() == here);
    REQUIRE(gpu::copy_if(x, to.begin(), gpu::is_even) == to.end());
    REQUIRE(to.to_host()[4999] == 9998);
    auto const ends = gpu::partition_copy(on.begin(), on.begin() + 10, to.begin(), here.data(),
                                          gpu::less_than(3));
    REQUIRE(ends.first - to.begin() == 3);
    REQUIRE(ends.second - here.data() == 7);
    REQUIRE(gpu::count(on, 7) == 1);
    on_device const elsewhere(x, gpu::device::host());
    REQUIRE_THROWS_WITH(gpu::copy_if(elsewhere, to, gpu::is_odd),
                        Catch::Contains("lie on host and on simulated"));
    REQUIRE_THROWS_AS(gpu::count_if(gpu::automatic.on(gpu::device::host()), on, gpu::is_odd),
                      std::invalid_argument);
}

TEST_CASE("targets that are too short are filled, and then refused") {
    auto const x = iota(100);
    auto const is_even = [](int a) { return a % 2 == 0; };
    auto const check = [&](auto const& policy, auto predicate) {
        vector out(51, -1), short_one(10, -1);
        auto const target = std::span(out).first(30);
        REQUIRE_THROWS_WITH(gpu::copy_if(policy, x, target, predicate),
                            Catch::Contains("gpu::copy_if") &&
                                Catch::Contains("30 elements, fewer than the 50"));
        REQUIRE(out[29] != -1);
        REQUIRE(out[30] == -1);
        REQUIRE_THROWS_AS(gpu::partition_copy(policy, x, out, short_one, predicate),
                          std::invalid_argument);
        REQUIRE(gpu::copy_if(policy, x, std::span(out).first(50), predicate) -
                    std::span(out).begin() ==
                50);
        REQUIRE(out[50] == -1);
    };
    check(gpu::automatic, gpu::is_even);
    check(gpu::automatic, is_even);
    check(gpu::automatic.on(simulated), gpu::is_even);
    check(gpu::warp_shuffle.on(simulated), gpu::is_even);
}

TEST_CASE("overlap and null pointers are refused before anything is written") {
    vector x = iota(100), other(100);
    vector const before = x;
    for (auto const& device : {gpu::device::host(), simulated}) {
        auto const policy = gpu::automatic.on(device);
        REQUIRE_THROWS_WITH(gpu::copy_if(policy, x, x, gpu::is_odd), Catch::Contains("overlap"));
        REQUIRE_THROWS_AS(gpu::copy_if(policy, x, x.begin() + 99, gpu::is_odd),
                          std::invalid_argument);
        REQUIRE_THROWS_AS(gpu::copy_if(policy, std::span(x).subspan(1), x, gpu::is_odd),
                          std::invalid_argument);
        REQUIRE_THROWS_WITH(gpu::partition_copy(policy, x, other, other, gpu::is_odd),
                            Catch::Contains("targets overlap"));
        REQUIRE_THROWS_WITH(gpu::copy_if(policy, x, static_cast<int*>(nullptr), gpu::is_odd),
                            Catch::Contains("null pointer"));
        REQUIRE(x == before);
        // a target of unknown length right before the range may be as short as it must be
        REQUIRE(gpu::copy_if(policy, std::span(x).subspan(50), x.begin(), gpu::equals(77)) ==
                x.begin() + 1);
        REQUIRE(x[0] == 77);
        x = before;
    }
    REQUIRE(gpu::copy_if(x.begin(), x.begin(), static_cast<int*>(nullptr), gpu::is_odd) == nullptr);
}

TEST_CASE("predicates that are not listed run on the host only") {
    auto const x = iota(100000);
    std::atomic<int> calls = 0;
    auto const is_large = [&](int a) { return ++calls, a >= 99990; };
    vector out(10);
    REQUIRE(gpu::copy_if(gpu::automatic, x, out, is_large) == out.end());
    REQUIRE(out.front() == 99990);
    REQUIRE(calls == 100000);
    REQUIRE_THROWS_AS(gpu::copy_if(gpu::automatic.on(simulated), x, out, is_large),
                      gpu::unsupported_operator);
    REQUIRE(calls == 100000);
    auto const fails = [](int a) { return a == 50000 ? throw std::runtime_error("50000") : true; };
    REQUIRE_THROWS_WITH(gpu::count_if(gpu::automatic, x, fails), "50000");
    REQUIRE_THROWS_WITH(gpu::count_if(x, fails), "50000");
    REQUIRE_THROWS_WITH(gpu::copy_if(gpu::automatic, x, vector(100000), fails), "50000");
}

TEST_CASE("reports, options and resources") {
    auto const x = iota(10000);
    vector out(5000);
    gpu::report report;
    test::counting_resource resource(simulated);
    gpu::copy_if(gpu::automatic.on(simulated).with(resource).report_to(report), x, out,
                 gpu::is_odd);
    REQUIRE(report.device == simulated);
    REQUIRE(report.kernel == "select");
    REQUIRE(report.bytes == 15000 * sizeof(int));
    REQUIRE(resource.calls() > 0);
    REQUIRE(resource.blocks() == 0);
    (void)gpu::count_if(gpu::warp_shuffle.on(simulated).block_size(96).report_to(report), x,
                        gpu::is_odd);
    REQUIRE(report.kernel == "count_by_warps");
    REQUIRE(report.strategy == "warp_shuffle");
    gpu::copy_if(gpu::warp_shuffle.on(gpu::device::host()).report_to(report), x, out, gpu::is_odd);
    REQUIRE_THAT(report.fallback, Catch::Contains("no warp_shuffle kernel"));
    REQUIRE_THAT(report.kernel, Catch::StartsWith("select<"));
    REQUIRE_THROWS_AS(gpu::count_if(gpu::warp_shuffle.block_size(2000), x, gpu::is_odd),
                      std::invalid_argument);
    REQUIRE_THROWS_AS(gpu::count_if(gpu::automatic.block_size(64), x, gpu::is_odd),
                      std::invalid_argument);
    REQUIRE_THROWS_WITH(gpu::count_if(gpu::vendor.on(simulated), x, gpu::is_odd),
                        Catch::Contains("no vendor library"));
    REQUIRE_THROWS_WITH(
        gpu::count_if(gpu::automatic.on(gpu::device::host()).with(resource), x, gpu::is_odd),
        Catch::Contains("gpu::count_if(automatic on host, n = 10000, int32)"));
}

TEST_CASE("elements that are not selected are not converted, on all cores either") {
    struct positive {
        positive() = default;
        positive& operator=(int x) {
            if (x <= 0) throw std::range_error("not positive");
            value = x;
            return *this;
        }
        int value = 0;
    };
    std::vector<int> numbers(100'000);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = i % 3 == 0 ? -1 : static_cast<int>(i);
    std::vector<positive> out(numbers.size());
    auto const end = gpu::copy_if(gpu::automatic, numbers, out, [](int x) { return x > 0; });
    CHECK(end - out.begin() == 66'666);
    CHECK(out[0].value == 1);
    CHECK(out[66'665].value == 99'998);
}
