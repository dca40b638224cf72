// SPDX-License-Identifier: Apache-2.0
/// Sorts in the program of elements that may be copied: by any comparator, also one that throws or
/// is not an order.
#include <gpualgo/sort.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

/// The second member tells equal elements apart.
using element = std::pair<int, int>;

constexpr auto by_first = [](element const& a, element const& b) { return a.first < b.first; };

/// No element has a default.
struct boxed {
    explicit boxed(int given) : value(given) {}
    int value;
};

/// Too large for copies to a buffer.
struct large {
    int value;
    std::array<int, 100> rest;
};

std::vector<element> numbered(std::vector<int> const& keys) {
    std::vector<element> x;
    for (int const key : keys) x.emplace_back(key, static_cast<int>(x.size()));
    return x;
}

/// Elements in many orders.
std::vector<std::vector<element>> orders(int n) {
    std::mt19937 random(static_cast<unsigned>(n));
    std::vector<std::vector<int>> keys(6);
    for (int i = 0; i < n; ++i) {
        keys[0].push_back(static_cast<int>(random() % 1'000'000));
        keys[1].push_back(static_cast<int>(random() % 4));
        keys[2].push_back(i);
        keys[3].push_back(n - i);
        keys[4].push_back(std::min(i, n - i));
        keys[5].push_back(7);
    }
    std::vector<std::vector<element>> all;
    for (auto const& some : keys) all.push_back(numbered(some));
    return all;
}

/// Whether two ranges have the same elements, in any order.
bool are_permuted(std::vector<element> a, std::vector<element> b) {
    std::ranges::sort(a);
    std::ranges::sort(b);
    return a == b;
}

} // namespace

TEST_CASE("sorts by lambdas are stable, at every size and from every order") {
    std::vector<int> sizes(70);
    std::iota(sizes.begin(), sizes.end(), 0);
    for (int const n : {127, 1000, 4096, 4097, 8192, 8193, 8194, 16385, 40000, 300001})
        sizes.push_back(n);
    for (int const n : sizes)
        for (auto const& x : orders(n)) {
            auto expected = x, here = x, on_cores = x;
            std::ranges::stable_sort(expected, by_first);
            gpu::sort(here, by_first);
            gpu::sort(gpu::automatic, on_cores, by_first);
            if (here != expected || on_cores != expected) FAIL("n is " << n);
        }
}

TEST_CASE("sorts by lambdas of elements without default, and of large ones") {
    std::vector<boxed> x;
    std::vector<large> y;
    for (int i = 0; i < 10000; ++i) {
        x.emplace_back(i * 7919 % 10007);
        y.push_back({i * 7919 % 10007, {i}});
    }
    auto const by_value = [](auto const& a, auto const& b) { return a.value < b.value; };
    gpu::sort(gpu::automatic, x, by_value);
    CHECK(std::ranges::is_sorted(x, by_value));
    gpu::sort(gpu::automatic, y, by_value);
    CHECK(std::ranges::is_sorted(y, by_value));
    CHECK(
        std::ranges::all_of(y, [](auto const& e) { return e.value == e.rest[0] * 7919 % 10007; }));
}

TEST_CASE("a comparator that throws loses no element that is copied") {
    auto const check = [](std::vector<element> const& given, int failing, auto const& sort) {
        auto x = given;
        std::atomic<int> calls = 0;
        auto const compare = [&](element const& a, element const& b) {
            if (++calls == failing) throw std::runtime_error("compared");
            return a < b;
        };
        try {
            sort(x, compare);
            if (calls >= failing) FAIL("the exception was lost");
        } catch (std::runtime_error const&) {}
        if (!are_permuted(x, given)) FAIL("elements were lost at call " << failing);
        return calls < failing;
    };
    auto const here = [](auto& x, auto& compare) { gpu::sort(x, compare); };
    auto const on_cores = [](auto& x, auto& compare) { gpu::sort(gpu::automatic, x, compare); };
    for (int const n : {5, 8, 9, 60, 100})
        for (int failing = 1; !check(orders(n)[0], failing, here);) ++failing;
    for (int const n : {20000, 40000}) { // an odd and an even number of merges
        auto const many = orders(n)[0];
        for (int failing = 1; !check(many, failing, on_cores);) failing += 3001;
    }
}

TEST_CASE("a comparator that is not an order loses no element") {
    double const nan = std::numeric_limits<double>::quiet_NaN();
    for (int const n : {3, 8, 9, 17, 100, 1000, 20000, 100000}) {
        auto const x = orders(n)[0];
        auto const check = [&](auto const& compare) {
            auto here = x, on_cores = x;
            gpu::sort(here, compare);
            gpu::sort(gpu::automatic, on_cores, compare);
            if (!are_permuted(here, x) || !are_permuted(on_cores, x)) FAIL("n is " << n);
        };
        std::vector<std::unique_ptr<int>> moved;
        for (auto const& e : x) moved.push_back(std::make_unique<int>(e.second));
        gpu::sort(gpu::automatic, moved, [](auto const&, auto const&) { return true; });
        if (!std::ranges::all_of(moved, [](auto const& e) { return e != nullptr; }))
            FAIL("n is " << n);
        check([](element const&, element const&) { return true; });
        check([](element const& a, element const& b) { return a <= b; });
        check([](element const& a, element const& b) { return (a.first - b.first) % 3 == 1; });
        check([](element const& a, element const& b) { return (a.second ^ b.second) % 5 < 2; });
        check([=](element const& a, element const& b) {
            auto const number = [=](element const& e) { return e.first % 3 == 0 ? nan : e.first; };
            return number(a) < number(b);
        });
    }
}
