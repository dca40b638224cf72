// SPDX-License-Identifier: Apache-2.0
/// remove, remove_if and remove_copy: every type, size and kind of range, predicates that are not
/// listed, refused calls, options and reports. Compared with those of the standard library.
#include "support/counting_resource.hpp"
#include "support/devices.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/remove.hpp>
#include <gpualgo/std_execution.hpp>
#include <gpualgo/views.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <execution>
#include <forward_list>
#include <iterator>
#include <limits>
#include <list>
#include <memory>
#include <new>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using test::simulated;
using vector = std::vector<int>;
using on_device = gpu::device_vector<int>;
using policy = gpu::policy::automatic;

template <class... Arguments>
using removed = decltype(gpu::remove(std::declval<Arguments>()...));
template <class... Arguments>
using copied = decltype(gpu::remove_copy(std::declval<Arguments>()...));
static_assert(std::same_as<removed<int*, int*, long>, int*>);
static_assert(std::same_as<removed<policy, vector&, int>, vector::iterator>);
static_assert(std::same_as<removed<policy, on_device&, double>, on_device::iterator>);
static_assert(
    std::same_as<removed<std::execution::parallel_policy const&, vector&, int>, vector::iterator>);
static_assert(std::same_as<copied<int*, int*, vector::iterator, int>, vector::iterator>);
static_assert(std::same_as<copied<policy, on_device const&, on_device&, int>, on_device::iterator>);
static_assert(std::same_as<copied<std::list<int>&, std::back_insert_iterator<vector>, int>,
                           std::back_insert_iterator<vector>>);
constexpr int constant() {
    std::array x{1, 2, 1, 3, 1, 4};
    std::array<int, 3> out{};
    auto const copies = gpu::remove_copy(x, out, 1);
    auto const end = gpu::remove(gpu::automatic, x, 1);
    auto const last = gpu::remove_if(x.begin(), end, gpu::is_even);
    return copies == out.end() && out[2] == 4 && end == x.begin() + 3 && x[0] == 3
               ? static_cast<int>(last - x.begin())
               : 0;
}
static_assert(constant() == 1);

template <class T>
std::vector<T> small_numbers(std::size_t n, unsigned seed) {
    std::mt19937 engine(seed);
    std::vector<T> x(n);
    for (auto& one : x) one = static_cast<T>(static_cast<float>(engine() % 100));
    return x;
}

/// Compares with the standard library.
/// @param predicate is precompiled
template <class T, class Predicate>
void check(std::vector<T> const& x, Predicate predicate) {
    auto expected = x;
    expected.erase(std::remove_if(expected.begin(), expected.end(), predicate), expected.end());
    auto const check_with = [&](auto const& p, auto const& test) {
        auto changed = x;
        changed.erase(gpu::remove_if(p, changed, test), changed.end());
        REQUIRE(changed == expected);
    };
    for (auto const& device : {gpu::device::host(), simulated})
        check_with(gpu::automatic.on(device), predicate);
    check_with(gpu::automatic, predicate);
    // in the program
    check_with(gpu::automatic, [&](T const& one) { return predicate(one); });
    check_with(std::execution::par, [&](T const& one) { return predicate(one); });
}

} // namespace

TEMPLATE_TEST_CASE("elements of every type are removed as by the standard library", "", std::int8_t,
                   std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                   std::int64_t, std::uint64_t, float, double, gpu::half, gpu::bfloat16) {
    auto const x = small_numbers<TestType>(20'001, 1);
    for (int const limit : {0, 1, 50, 99, 100}) check(x, gpu::less_than(limit));
    auto kept = x;
    kept.erase(std::remove(kept.begin(), kept.end(), static_cast<TestType>(7.f)), kept.end());
    for (auto const& device : {gpu::device::host(), simulated}) {
        auto const p = gpu::automatic.on(device);
        std::vector<TestType> out(kept.size());
        REQUIRE(gpu::remove_copy(p, x, out, 7) == out.end());
        REQUIRE(out == kept);
        auto changed = x;
        changed.erase(gpu::remove(p, changed, 7), changed.end());
        REQUIRE(changed == kept);
    }
}

TEST_CASE("sizes around vectors, warps, tiles and chunks") {
    for (unsigned const n : {0u, 1u, 2u, 3u, 5u, 63u, 64u, 65u, 129u, 513u, 4095u, 4096u, 4097u,
                             8191u, 8192u, 8193u, 16385u, 40000u})
        check(small_numbers<int>(n, n), gpu::less_than(30));
    // on several cores, also if a chunk is empty, and if all chunks before are kept whole
    check(small_numbers<float>(1'000'000, 9), gpu::less_than(50));
    vector x(100'000, 1);
    std::fill(x.begin() + 20'000, x.begin() + 40'000, 0);
    check(x, gpu::equals(0));
    // at odd addresses
    auto odd = small_numbers<std::int16_t>(20'000, 3), expected = odd;
    expected.erase(std::remove_if(expected.begin() + 1, expected.end(), gpu::less_than(30)),
                   expected.end());
    odd.erase(gpu::remove_if(gpu::automatic.on(simulated), odd.begin() + 1, odd.end(),
                             gpu::less_than(30)),
              odd.end());
    REQUIRE(odd == expected);
}

TEST_CASE("removals: a NaN equals no value, and zeros are equal") {
    float const nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> const x{0.f, nan, -0.f, 1.f, nan};
    for (auto const& device : {gpu::device::host(), simulated}) {
        auto const p = gpu::automatic.on(device);
        auto y = x;
        REQUIRE(gpu::remove(p, y, 0) == y.begin() + 3);
        REQUIRE((y[0] != y[0] && y[1] == 1 && y[2] != y[2]));
        REQUIRE(gpu::remove(p, y.begin(), y.begin() + 3, nan) == y.begin() + 3);
        REQUIRE(gpu::remove_if(p, y.begin(), y.begin() + 3, gpu::is_nan) == y.begin() + 1);
        REQUIRE(y[0] == 1);
    }
}

TEST_CASE("removals: other ranges of the host, moves and exceptions") {
    std::forward_list<std::string> words{"a", "b", "a", "c"};
    auto const last = gpu::remove(words, "a");
    REQUIRE(std::distance(words.begin(), last) == 2);
    REQUIRE((words.front() == "b" && *std::next(words.begin()) == "c"));
    std::vector<std::string> out;
    gpu::remove_copy(words.begin(), last, std::back_inserter(out), "b");
    REQUIRE(out == std::vector<std::string>{"c"});
    std::vector<std::unique_ptr<int>> pointers;
    for (int i = 0; i < 100'000; ++i) pointers.push_back(std::make_unique<int>(i));
    auto const is_odd = [](auto const& a) { return *a % 2 != 0; };
    pointers.erase(gpu::remove_if(gpu::automatic, pointers, is_odd), pointers.end());
    REQUIRE(pointers.size() == 50'000);
    for (std::size_t i = 0; i < pointers.size(); ++i)
        REQUIRE(*pointers[i] == static_cast<int>(2 * i));
    std::vector<bool> flags{true, false, true};
    REQUIRE(gpu::remove(gpu::automatic, flags, true) == flags.begin() + 1);
    REQUIRE(!flags[0]);
    for (auto const& device : {gpu::device::host(), simulated}) {
        std::deque<int> x{1, 2, 3, 4, 5};
        REQUIRE(gpu::remove_if(gpu::automatic.on(device), x, gpu::is_odd) == x.begin() + 2);
        REQUIRE((x[0] == 2 && x[1] == 4));
    }
    vector y{1, 2, 3, 4, 5, 6};
    auto const every_second = gpu::views::strided(y, 2); // 1 3 5
    gpu::remove(every_second, 3);
    REQUIRE(y == vector{1, 2, 5, 4, 5, 6});
    auto const fails = [](int) -> bool { throw std::runtime_error("tested"); };
    REQUIRE_THROWS_WITH(gpu::remove_if(y, fails), "tested");
    REQUIRE_THROWS_WITH(gpu::remove_if(gpu::automatic, y, fails), "tested");
    REQUIRE_THROWS_WITH(gpu::remove_if(gpu::automatic.on(simulated), y, fails),
                        Catch::StartsWith("gpu::remove_if(automatic"));
    REQUIRE_THROWS_AS(gpu::remove_if(gpu::automatic, y.end(), y.begin(), gpu::is_odd),
                      std::invalid_argument);
}

TEST_CASE("removals: ranges of devices, short targets, overlap and reports") {
    auto const x = small_numbers<int>(20'000, 4);
    auto expected = x;
    expected.erase(std::remove(expected.begin(), expected.end(), 7), expected.end());
    auto const kept = static_cast<std::ptrdiff_t>(expected.size());
    on_device on(x, simulated), to(x.size(), simulated);
    gpu::report report;
    REQUIRE(gpu::remove_copy(gpu::automatic.report_to(report), on, to, 7) == to.begin() + kept);
    REQUIRE(report.kernel == "select");
    REQUIRE(gpu::remove_copy(gpu::warp_shuffle.report_to(report), on, to, 7) == to.begin() + kept);
    REQUIRE(report.kernel == "clear + select_by_warps");
    test::counting_resource memory(simulated);
    memory.fail(1);
    REQUIRE_THROWS_AS(gpu::remove(gpu::automatic.with(memory), on, 7), std::bad_alloc);
    REQUIRE(on.to_host() == x);
    REQUIRE(gpu::remove(gpu::automatic.with(memory).report_to(report), on, 7) == on.begin() + kept);
    REQUIRE(memory.blocks() == 0);
    REQUIRE(report.device == simulated);
    REQUIRE(report.kernel == "select");
    REQUIRE(report.bytes == (x.size() + expected.size()) * sizeof(int));
    auto here = on.to_host();
    here.resize(expected.size());
    REQUIRE(here == expected);
    REQUIRE(gpu::remove(on.begin(), on.begin() + kept, on[0]) < on.begin() + kept);
    on_device erased(x, simulated);
    erased.erase(gpu::remove(erased, 7), erased.end());
    REQUIRE(erased.to_host() == expected);
    on_device elsewhere(x, gpu::device::host());
    REQUIRE(gpu::remove_if(elsewhere, gpu::equals(7)) == elsewhere.begin() + kept);
    vector y(x.begin(), x.begin() + 100);
    for (auto const& device : {gpu::device::host(), simulated}) {
        auto const p = gpu::automatic.on(device);
        REQUIRE_THROWS_WITH(gpu::remove_copy(p, y, y.begin(), 7),
                            Catch::StartsWith("gpu::remove_copy(") && Catch::Contains("overlap"));
        vector short_one(5, -1);
        REQUIRE_THROWS_WITH(gpu::remove_copy(p, y, std::span(short_one).first(4), 100),
                            Catch::Contains("4 elements, fewer than the 100"));
        REQUIRE((short_one[3] == y[3] && short_one[4] == -1));
        REQUIRE_THROWS_WITH(
            gpu::remove(p, static_cast<int*>(nullptr), static_cast<int*>(nullptr) + 3, 1),
            Catch::StartsWith("gpu::remove(") && Catch::Contains("null pointer"));
    }
}
