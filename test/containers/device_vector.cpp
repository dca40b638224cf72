// SPDX-License-Identifier: Apache-2.0
/// device_vector and its iterators, on every device.
#include "any_device.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <list>
#include <numeric>
#include <span>
#include <sstream>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

using test::any_device;

namespace {

template <class T>
using vector = gpu::device_vector<T>;
using iterator = vector<int>::iterator;
using const_iterator = vector<int>::const_iterator;

static_assert(std::random_access_iterator<iterator> && std::random_access_iterator<const_iterator>);
static_assert(!std::contiguous_iterator<iterator>); // the host cannot follow the address
static_assert(std::indirectly_writable<iterator, int> &&
              !std::indirectly_writable<const_iterator, int>);
static_assert(std::sized_sentinel_for<const_iterator, iterator> &&
              std::totally_ordered_with<iterator, const_iterator>);
static_assert(std::sortable<iterator>);
static_assert(std::convertible_to<iterator, const_iterator> &&
              !std::convertible_to<const_iterator, iterator>);
static_assert(std::is_trivially_copyable_v<iterator> && sizeof(iterator) == 16);
static_assert(std::same_as<std::iter_value_t<const_iterator>, int> &&
              std::same_as<std::iter_reference_t<const_iterator>, int>);

static_assert(std::is_nothrow_move_constructible_v<vector<int>> &&
              std::is_nothrow_move_assignable_v<vector<int>> &&
              std::is_nothrow_swappable_v<vector<int>>);
static_assert(std::is_nothrow_destructible_v<vector<int>>);

/// A type without a default constructor, and with padding.
struct point {
    point(char n, double v) : name(n), value(v) {}
    friend bool operator==(point const&, point const&) = default;
    char name;
    double value;
};

} // namespace

TEST_CASE("a vector holds what it is made of") {
    auto const where = any_device();
    CAPTURE(to_string(where));
    std::vector<int> const numbers{3, 1, 4, 1, 5};
    std::list<short> const shorts{3, 1, 4, 1, 5};

    CHECK(vector<int>(4, where).to_host() == std::vector<int>(4));
    CHECK(vector<double>(1000, where).to_host() == std::vector<double>(1000));
    CHECK(vector<int>(3, 7, where).to_host() == std::vector<int>(3, 7));
    CHECK(vector<int>({3, 1, 4, 1, 5}, where).to_host() == numbers);
    CHECK(vector<int>(numbers, where).to_host() == numbers);
    CHECK(vector<int>(numbers.begin() + 1, numbers.end(), where).to_host() ==
          std::vector<int>{1, 4, 1, 5});
    CHECK(vector<int>(std::span(numbers).first(2), where).to_host() == std::vector<int>{3, 1});
    CHECK(vector<int>(shorts, where).to_host() == numbers);
    CHECK(vector<int>(shorts.begin(), shorts.end(), where).to_host() == numbers);
    CHECK(vector<float>(numbers, where).to_host() == std::vector<float>{3, 1, 4, 1, 5});
    std::istringstream text("3 1 4 1 5");
    CHECK(vector<int>(std::istream_iterator<int>(text), std::istream_iterator<int>(), where)
              .to_host() == numbers);

    vector<int> const v(numbers, where);
    CHECK(v.size() == 5);
    CHECK_FALSE(v.empty());
    CHECK(v.device() == where);
    CHECK(v.data() != nullptr);
    CHECK(reinterpret_cast<std::uintptr_t>(v.data()) % 256 == 0);
    CHECK(vector<int>(5, gpu::uninitialized, where).size() == 5);
}

TEST_CASE("deduction of the element's type") {
    std::list<short> const shorts{1, 2};
    auto const host = gpu::device::host();
    static_assert(
        std::same_as<decltype(gpu::device_vector(std::vector<float>{1}, host)), vector<float>>);
    static_assert(std::same_as<decltype(gpu::device_vector{1.5, 2.5}), vector<double>>);
    static_assert(
        std::same_as<decltype(gpu::device_vector(shorts.begin(), shorts.end())), vector<short>>);
    static_assert(std::same_as<decltype(gpu::device_vector(shorts, host)), vector<short>>);
    static_assert(std::same_as<decltype(gpu::device_vector(4, 2.5F, host)), vector<float>>);
    static_assert(
        std::same_as<decltype(gpu::device_vector(std::declval<vector<int>&>())), vector<int>>);
    CHECK(gpu::device_vector(shorts, host).to_host() == std::vector<short>{1, 2});
}

TEST_CASE("an empty vector has no memory") {
    auto const where = any_device();
    for (auto const& v : {vector<int>(where), vector<int>(0, where), vector<int>(0, 7, where),
                          vector<int>(std::vector<int>(), where)}) {
        CHECK(v.empty());
        CHECK(v.size() == 0);
        CHECK(v.data() == nullptr);
        CHECK(v.device() == where);
        CHECK(v.begin() == v.end());
        CHECK(v.to_host().empty());
        CHECK(vector<int>(v).empty());
    }
}

TEST_CASE("copies are apart, moves leave nothing behind") {
    auto const where = any_device();
    vector<int> a({1, 2, 3}, where);
    vector<int> b(a);
    CHECK(b.device() == where);
    CHECK(b.data() != a.data());
    b[0] = 9;
    CHECK(a.to_host() == std::vector<int>{1, 2, 3});
    CHECK(b.to_host() == std::vector<int>{9, 2, 3});

    int const* const memory = b.data();
    vector<int> c(std::move(b));
    CHECK(c.data() == memory);
    CHECK(b.empty()); // NOLINT(bugprone-use-after-move): moved-from vectors are empty
    CHECK(b.data() == nullptr);
    CHECK(b.device() == where);

    b = c;
    CHECK(b.to_host() == std::vector<int>{9, 2, 3});
    b = std::move(a);
    CHECK(b.to_host() == std::vector<int>{1, 2, 3});
    CHECK(a.empty()); // NOLINT(bugprone-use-after-move)
    auto const& same = b;
    b = same;
    CHECK(b.to_host() == std::vector<int>{1, 2, 3});

    vector<int> d({4}, gpu::device::host());
    swap(b, d);
    CHECK(b.to_host() == std::vector<int>{4});
    CHECK(b.device() == gpu::device::host());
    CHECK(d.to_host() == std::vector<int>{1, 2, 3});
    CHECK(d.device() == where);
}

TEST_CASE("copies between any two devices") {
    std::vector<double> numbers(10'000);
    std::iota(numbers.begin(), numbers.end(), 0.5);
    for (auto const from : gpu::devices())
        for (auto const to : gpu::devices()) {
            CAPTURE(to_string(from), to_string(to));
            vector<double> const v(numbers, from);
            vector<double> const copy(v, to);
            CHECK(copy.device() == to);
            CHECK(copy.to_host() == numbers);
            CHECK(vector<double>(v.begin() + 9990, v.end(), to).to_host() ==
                  std::vector<double>(numbers.end() - 10, numbers.end()));
        }
    vector<int> const few({1, 2, 3}, gpu::device::simulated());
    CHECK(vector<double>(few, gpu::device::host()).to_host() == std::vector<double>{1, 2, 3});
}

TEST_CASE("elements are read and written one by one") {
    auto const where = any_device();
    vector<int> v({1, 2, 3}, where);
    vector<int> const& constant = v;
    v[0] = 10;
    v[1] = v[0];
    v.at(2) = constant[1] + 1;
    CHECK(v.to_host() == std::vector<int>{10, 10, 11});
    CHECK(v[2] == 11);
    CHECK(constant.at(2) == 11);
    CHECK(*v.begin() == 10);
    CHECK_THROWS_AS(v.at(3), std::out_of_range);
    CHECK_THROWS_AS(constant.at(3), std::out_of_range);

    auto const first = v[0]; // stands for the element, does not hold its value
    first = 5;
    CHECK(v[0] == 5);
    swap(v[0], v[2]);
    CHECK(v.to_host() == std::vector<int>{11, 10, 5});

    vector<int> other({42}, gpu::device::host());
    v[1] = other[0];
    CHECK(v[1] == 42);
}

TEST_CASE("iterators walk as those of std::vector, and algorithms take them") {
    auto const where = any_device();
    vector<int> v({5, 3, 1, 4, 2}, where);
    auto const first = v.begin();
    CHECK(first.device() == where);
    CHECK(first.get() == v.data());
    CHECK(v.end() - first == 5);
    CHECK(first + 5 == v.cend());
    CHECK(2 + first == v.end() - 3);
    CHECK(first[3] == 4);
    CHECK(first < v.cend());
    CHECK(std::is_lt(first <=> v.cend()));
    auto walking = first;
    CHECK(*walking++ == 5);
    CHECK(*++walking == 1);
    CHECK(*walking-- == 1);
    CHECK(*--walking == 5);
    walking += 4;
    CHECK(*walking == 2);
    walking -= 2;
    CHECK(*walking == 1);
    CHECK(iterator() == iterator());

    std::sort(v.begin(), v.end());
    CHECK(v.to_host() == std::vector<int>{1, 2, 3, 4, 5});
    CHECK(std::accumulate(v.cbegin(), v.cend(), 0) == 15);
    std::vector<int> reversed(5);
    std::reverse_copy(v.begin(), v.end(), reversed.begin());
    CHECK(reversed == std::vector<int>{5, 4, 3, 2, 1});
}

TEST_CASE("any type that can be copied by its bytes") {
    auto const where = any_device();
    std::vector<bool> const bits{true, false, true, true};
    CHECK(vector<bool>(bits, where).to_host() == bits);
    vector<point> points(300, point('a', 1.5), where);
    points[299] = point('b', 2.5);
    CHECK(point(points[0]) == point('a', 1.5));
    CHECK(point(points[298]) == point('a', 1.5));
    CHECK(point(points[299]) == point('b', 2.5));
    std::array<char, 5> const five{'h', 'e', 'l', 'l', 'o'};
    CHECK(vector<std::array<char, 5>>(77, five, where).to_host() == std::vector(77, five));
}

TEST_CASE("elements are aligned as their type asks, to 256 bytes at most") {
    struct alignas(256) wide {
        int value;
    };
    auto const is_aligned = [](wide const* first) {
        return reinterpret_cast<std::uintptr_t>(first) % alignof(wide) == 0;
    };
    for (auto const where : gpu::devices())
        for (std::size_t const n : {1u, 3u, 1000u}) {
            vector<wide> const v(n, wide{7}, where);
            CHECK(is_aligned(v.data()));
            CHECK(v.to_host()[n - 1].value == 7);
            gpu::pinned_vector<wide> const pinned(n, wide{7});
            CHECK(is_aligned(pinned.data()));
        }
}

TEST_CASE("reading and filling do not disturb neighbours") {
    auto const where = any_device();
    for (std::size_t const n : {1U, 2U, 3U, 255U, 256U, 257U, 4096U}) {
        vector<std::uint8_t> const before(n, 0xaa, where);
        vector<std::uint8_t> const middle(n, 0x55, where);
        vector<std::uint8_t> const after(n, 0xaa, where);
        CHECK(before.to_host() == std::vector<std::uint8_t>(n, 0xaa));
        CHECK(middle.to_host() == std::vector<std::uint8_t>(n, 0x55));
        CHECK(after.to_host() == std::vector<std::uint8_t>(n, 0xaa));
    }
}
