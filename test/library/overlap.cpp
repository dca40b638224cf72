// SPDX-License-Identifier: Apache-2.0
/// Targets that overlap ranges of the host are refused if the program computes: few elements, and
/// callables that are not listed. With and without a policy.
#include <gpualgo/adjacent_difference.hpp>
#include <gpualgo/binary_search.hpp>
#include <gpualgo/copy_if.hpp>
#include <gpualgo/device_vector.hpp>
#include <gpualgo/merge.hpp>
#include <gpualgo/reduce_by_key.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/sort.hpp>
#include <gpualgo/top_k.hpp>
#include <gpualgo/unique.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace {

using numbers = std::vector<int>;

numbers iota(std::size_t n) {
    numbers x(n);
    std::iota(x.begin(), x.end(), 1);
    return x;
}

constexpr auto add = [](int a, int b) { return a + b; };
constexpr auto before = [](int a, int b) { return a < b; };
constexpr auto is_alike = [](int a, int b) { return a == b; };
constexpr auto is_large = [](int x) { return x > 3; };

/// Calls of f(policy...) with and without a policy throw, and x is unchanged.
template <class F>
void check_refused(numbers const& x, F f) {
    numbers const unchanged = x;
    CHECK_THROWS_AS(f(), std::invalid_argument);
    CHECK_THROWS_AS(f(gpu::automatic), std::invalid_argument);
    CHECK(x == unchanged);
}

} // namespace

TEST_CASE("overlap: selections") {
    for (std::size_t const n : {5u, 64u, 65u, 20'000u}) {
        CAPTURE(n);
        numbers x = iota(n + 1), other(2 * n);
        auto const first = x.begin(), last = first + static_cast<std::ptrdiff_t>(n);
        auto const check_all = [&](auto predicate) {
            check_refused(x, [&](auto... policy) {
                return gpu::copy_if(policy..., first, last, first + 1, predicate);
            });
            check_refused(x, [&](auto... policy) {
                return gpu::remove_copy_if(policy..., first, last, first, predicate);
            });
            check_refused(x, [&](auto... policy) {
                return gpu::partition_copy(policy..., first, last, other.begin(), other.begin(),
                                           predicate);
            });
            check_refused(x, [&](auto... policy) {
                return gpu::partition_copy(policy..., first, last, other.begin(), first + 2,
                                           predicate);
            });
            auto const half = other.begin() + static_cast<std::ptrdiff_t>(n); // targets touch
            auto const ends =
                gpu::partition_copy(gpu::automatic, first, last, other.begin(), half, predicate);
            CHECK(ends.first - other.begin() + (ends.second - half) == last - first);
        };
        check_all(gpu::at_least(2));
        check_all(is_large);
    }
}

TEST_CASE("overlap: scans") {
    numbers x = iota(6);
    auto const first = x.begin(), last = x.end() - 1;
    check_refused(x, [&](auto... policy) {
        return gpu::inclusive_scan(policy..., first, last, first + 1, add);
    });
    check_refused(x, [&](auto... policy) {
        return gpu::exclusive_scan(policy..., first + 1, x.end(), first, 0, add);
    });
    gpu::inclusive_scan(gpu::automatic, x, x, add);
    CHECK(x == numbers{1, 3, 6, 10, 15, 21});
    gpu::exclusive_scan(x.begin(), x.begin() + 3, x.begin() + 3, 1, add);
    CHECK(x == numbers{1, 3, 6, 1, 2, 5});
}

TEST_CASE("overlap: adjacent differences") {
    auto const check = [](auto const& x, auto difference) {
        auto const copy = x;
        CHECK_THROWS_AS(difference(), std::invalid_argument);
        CHECK(x == copy);
    };
    auto const on_simulated = gpu::automatic.on(gpu::device::simulated());
    for (std::ptrdiff_t const n : {2, 5, 20'000})
        for (std::ptrdiff_t const distance : {std::ptrdiff_t{1}, n - 1}) {
            CAPTURE(n, distance);
            numbers x = iota(static_cast<std::size_t>(n + distance));
            auto const low = x.begin(), high = low + distance;
            for (auto const& policy : {gpu::automatic, on_simulated}) {
                check(x, [&] { gpu::adjacent_difference(policy, low, low + n, high); });
                check(x, [&] { gpu::adjacent_difference(policy, high, high + n, low); });
            }
            gpu::device_vector<int> const unchanged(x, gpu::device::simulated());
            auto on_device = unchanged;
            auto const first = on_device.begin();
            CHECK_THROWS_AS(gpu::adjacent_difference(first, first + n, first + distance),
                            std::invalid_argument);
            CHECK_THROWS_AS(gpu::adjacent_difference(first + distance, on_device.end(), first),
                            std::invalid_argument);
            CHECK(on_device == unchanged);
        }
    numbers x = iota(6);
    gpu::adjacent_difference(gpu::automatic, x.begin(), x.begin() + 3, x.begin() + 3);
    CHECK(x == numbers{1, 2, 3, 1, 1, 1});
}

TEST_CASE("overlap: merges and searches") {
    numbers x = iota(10);
    numbers const y = iota(3);
    check_refused(x, [&](auto... policy) {
        return gpu::merge(policy..., x.begin(), x.begin() + 4, y.begin(), y.end(), x.begin() + 3,
                          before);
    });
    check_refused(x, [&](auto... policy) {
        return gpu::merge(policy..., y.begin(), y.end(), x.begin() + 7, x.end(), x.begin() + 2,
                          before);
    });
    check_refused(x, [&](auto... policy) {
        return gpu::lower_bound(policy..., x.begin(), x.end(), y.begin(), y.end(), x.begin() + 9,
                                before);
    });
    check_refused(x, [&](auto... policy) {
        return gpu::upper_bound(policy..., y.begin(), y.end(), x.begin(), x.begin() + 4,
                                x.begin() + 3, before);
    });
    gpu::merge(gpu::automatic, y.begin(), y.end(), y.begin(), y.end(), x.begin(), before);
    CHECK(x == numbers{1, 1, 2, 2, 3, 3, 7, 8, 9, 10});
}

TEST_CASE("overlap: sorts with values, and indices") {
    numbers x = iota(10);
    check_refused(x, [&](auto... policy) {
        gpu::sort_by_key(policy..., x.begin(), x.begin() + 5, x.begin() + 4, before);
    });
    check_refused(x, [&](auto... policy) {
        return gpu::argsort(policy..., x.begin(), x.begin() + 5, x.begin() + 4, before);
    });
    check_refused(x, [&](auto... policy) {
        return gpu::argsort(policy..., x, x, std::less<>(), [](int a) { return -a; });
    });
    gpu::argsort(gpu::automatic, x.begin(), x.begin() + 5, x.begin() + 5, before);
    CHECK(x == numbers{1, 2, 3, 4, 5, 0, 1, 2, 3, 4});
}

TEST_CASE("overlap: the front of an order") {
    numbers x = iota(10);
    check_refused(x, [&](auto... policy) {
        return gpu::top_k(policy..., x.begin(), x.begin() + 5, 3, x.begin() + 4, before);
    });
    gpu::top_k(gpu::automatic, x.begin(), x.begin() + 5, 3, x.begin() + 5, before);
    CHECK(x == numbers{1, 2, 3, 4, 5, 1, 2, 3, 9, 10});
}

TEST_CASE("overlap: unique_copy and reduce_by_key") {
    numbers x = iota(10), out(10);
    numbers const keys = iota(10);
    check_refused(x, [&](auto... policy) {
        return gpu::unique_copy(policy..., x.begin(), x.end(), x.begin() + 1, is_alike);
    });
    check_refused(x, [&](auto... policy) {
        return gpu::reduce_by_key(policy..., keys.begin(), keys.end(), x.begin(), out.begin(),
                                  x.begin(), is_alike, add);
    });
    check_refused(x, [&](auto... policy) {
        return gpu::reduce_by_key(policy..., keys.begin(), keys.end(), keys.begin(), x.begin(),
                                  x.begin(), is_alike, add);
    });
}
