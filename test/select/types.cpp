// SPDX-License-Identifier: Apache-2.0
/// count_if, copy_if, remove_copy_if and partition_copy: all listed types and predicates on every
/// device by every policy, compared with a plain loop. Covers sizes around warps and tiles, data at
/// any address, NaNs, signed zeros, and selections of all and of no elements.
#include <gpualgo/copy_if.hpp>
#include <gpualgo/count.hpp>
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using gpu::detail::real_types;
using gpu::detail::type_list;

template <class F, class... Ts>
void for_each_type(type_list<Ts...>, F f) {
    (f(std::type_identity<Ts>{}), ...);
}

/// Numbers of which many are equal or extreme.
template <class T>
std::vector<T> numbers(std::size_t n, unsigned seed) {
    using limits = std::numeric_limits<T>;
    std::vector<T> choice{T(0), T(1), T(2), T(3), T(7), limits::max(), limits::lowest()};
    if constexpr (!std::is_integral_v<T>)
        for (T const x : {T(-0.0), T(-2), limits::quiet_NaN(), T(-limits::quiet_NaN()),
                          limits::infinity(), T(-limits::infinity()), limits::denorm_min()})
            choice.push_back(x);
    std::mt19937 random(seed);
    std::vector<T> x;
    for (std::size_t i = 0; i < n; ++i) x.push_back(choice[random() % choice.size()]);
    return x;
}

/// The bytes of elements: NaNs do not equal themselves.
template <class T>
std::vector<std::string> bytes_of(std::span<T const> x) {
    std::vector<std::string> all;
    for (auto const& one : x) all.emplace_back(reinterpret_cast<char const*>(&one), sizeof one);
    return all;
}

template <class T>
bool same(std::span<T const> got, std::span<T const> expected, bool is_ordered) {
    auto a = bytes_of(got), b = bytes_of(expected);
    if (!is_ordered) std::ranges::sort(a), std::ranges::sort(b);
    return a == b;
}

template <class T>
struct parts {
    std::vector<T> selected, others;
};
template <class T, class Predicate>
parts<T> parts_of(std::span<T const> x, Predicate predicate) {
    parts<T> expected;
    for (auto const& one : x) (predicate(one) ? expected.selected : expected.others).push_back(one);
    return expected;
}

/// The elements and the end of a target, as a function left them.
struct written {
    bool ends_right, is_right;
};

// Assertions are not in templates, which have hundreds of instances here.
void require_count(std::ptrdiff_t count, std::size_t expected) {
    REQUIRE(count == static_cast<std::ptrdiff_t>(expected));
}
void require(written copied, written removed, written partitioned, written partitioned_others) {
    REQUIRE(copied.ends_right);
    REQUIRE(copied.is_right);
    REQUIRE(removed.ends_right);
    REQUIRE(removed.is_right);
    REQUIRE(partitioned.ends_right);
    REQUIRE(partitioned_others.ends_right);
    REQUIRE(partitioned.is_right);
    REQUIRE(partitioned_others.is_right);
}

/// Checks all functions with targets that are exactly as long as they must be.
template <class T, class Policy, class Predicate>
void check(Policy const& policy, std::span<T const> x, Predicate predicate, bool is_ordered) {
    auto const expected = parts_of(x, predicate);
    auto const first = x.begin(), last = x.end();
    std::vector<T> selected(expected.selected.size()), others(expected.others.size());
    auto const after = [&](auto end, auto end_of_others) {
        return std::pair(
            written{end == selected.end(), same<T>(selected, expected.selected, is_ordered)},
            written{end_of_others == others.end(), same<T>(others, expected.others, is_ordered)});
    };
    require_count(gpu::count_if(policy, first, last, predicate), selected.size());
    auto const end = gpu::copy_if(policy, first, last, selected.begin(), predicate);
    auto const end_of_others = gpu::remove_copy_if(policy, first, last, others.begin(), predicate);
    auto const [copied, removed] = after(end, end_of_others);
    std::ranges::fill(selected, T(0));
    std::ranges::fill(others, T(0));
    auto const ends = gpu::partition_copy(policy, x, selected, others, predicate);
    auto const [partitioned, partitioned_others] = after(ends.first, ends.second);
    require(copied, removed, partitioned, partitioned_others);
}

/// By all policies on all devices here.
template <class T, class Predicate>
void check_everywhere(std::span<T const> x, Predicate predicate) {
    for (auto const& device : gpu::devices()) {
        INFO(to_string(device) << ", " << gpu::detail::listed_name<T> << ", n = " << x.size());
        check(gpu::automatic.on(device), x, predicate, true);
        bool const is_host = device == gpu::device::host();
        check(gpu::warp_shuffle.on(device), x, predicate, is_host);
        if (device.kind() == gpu::device_kind::cuda)
            check(gpu::vendor.on(device), x, predicate, true);
    }
}

} // namespace

TEST_CASE("every type and predicate, on every device and by every policy") {
    for_each_type(real_types{}, []<class T>(std::type_identity<T>) {
        auto const x = numbers<T>(1500, 1);
        std::span<T const> const all(x);
        check_everywhere(all, gpu::equals(T(2)));
        check_everywhere(all, gpu::differs_from(0));
        check_everywhere(all, gpu::less_than(2.5));
        check_everywhere(all, gpu::at_most(T(1)));
        check_everywhere(all, gpu::greater_than(1u));
        check_everywhere(all, gpu::at_least(3.f));
        check_everywhere(all, gpu::between(1, 7));
        check_everywhere(all, gpu::is_nan);
        if constexpr (std::is_integral_v<T>) {
            check_everywhere(all, gpu::is_odd);
            check_everywhere(all, gpu::is_even);
        }
    });
}

TEST_CASE("sizes around vectors, warps and tiles, at any address") {
    auto const sizes = [](std::size_t tile) {
        return std::vector<std::size_t>{
            0,   1,   2,   15,       31,   32,       33,       127,           129,
            511, 512, 513, tile - 1, tile, tile + 1, 2 * tile, 2 * tile + 77, 5 * tile + 3};
    };
    auto const check_sizes = [&]<class T>(T, std::size_t tile) {
        auto const x = numbers<T>(5 * tile + 10, 2);
        for (std::size_t const n : sizes(tile))
            for (std::size_t const offset : {n % 7, std::size_t{0}})
                check_everywhere(std::span<T const>(x).subspan(offset, n), gpu::at_least(2));
    };
    check_sizes(std::int8_t{}, 8192);
    check_sizes(gpu::half{}, 8192);
    check_sizes(float{}, 4096);
    check_sizes(double{}, 2048);
}

TEST_CASE("all elements are selected, or none") {
    auto const x = numbers<int>(10000, 3);
    check_everywhere(std::span<int const>(x), gpu::at_least(std::numeric_limits<int>::lowest()));
    check_everywhere(std::span<int const>(x), gpu::less_than(std::numeric_limits<int>::lowest()));
    check_everywhere(std::span<int const>(x), gpu::is_nan);
}

TEST_CASE("large ranges on all cores of the host, with any predicate") {
    auto const x = numbers<float>(3000001, 4);
    std::span<float const> const all(x);
    check(gpu::automatic, all, gpu::at_least(2), true);
    check(
        gpu::automatic, all, [](float a) { return a * a > 3; }, true);
    check(
        gpu::automatic, all, [](float) { return true; }, true);
    check(
        gpu::automatic, all, [](float) { return false; }, true);
}

TEST_CASE("count converts as == does") {
    std::vector<std::uint32_t> const unsigned_numbers{0xffffffff, 1, 0xffffffff};
    REQUIRE(gpu::count(gpu::automatic.on(gpu::device::simulated()), unsigned_numbers, -1) == 2);
    REQUIRE(gpu::count_if(gpu::automatic.on(gpu::device::simulated()), unsigned_numbers,
                          gpu::equals(-1)) == 0); // by value
    std::vector<float> const floats{-0.f, 0.f, 2.5f, std::numeric_limits<float>::quiet_NaN()};
    for (auto const& device : gpu::devices()) {
        REQUIRE(gpu::count(gpu::automatic.on(device), floats, 0) == 2);
        REQUIRE(gpu::count(gpu::automatic.on(device), floats, 2.5) == 1);
        REQUIRE(gpu::count(gpu::automatic.on(device), floats, floats[3]) == 0);
    }
}

TEST_CASE("predicates compare integers by value, and other numbers in their common type") {
    static_assert(gpu::less_than(0u)(-1));
    static_assert(!gpu::less_than(-1)(0u));
    static_assert(gpu::at_most(std::uint64_t{5})(std::int8_t{-5}));
    static_assert(gpu::equals(3)(3.0) && gpu::differs_from(3)(3.5f));
    static_assert(!gpu::equals(-1)(0xffffffff));
    static_assert(gpu::between(1, 2)(1.5) && !gpu::between(1, 2)(2.5f));
    std::mt19937_64 random(5);
    auto const check_bits = [&]<class T, class V>(T, V) {
        for (int i = 0; i < 300; ++i) {
            auto const a = random(), b = random();
            T x;
            V v;
            std::memcpy(static_cast<void*>(&x), &a, sizeof x);
            std::memcpy(static_cast<void*>(&v), &b, sizeof v);
            std::vector<T> const one{x};
            auto const agrees = [&](auto predicate) {
                return gpu::count_if(gpu::automatic.on(gpu::device::host()), one, predicate) ==
                       (predicate(x) ? 1 : 0);
            };
            REQUIRE(agrees(gpu::less_than(v)));
            REQUIRE(agrees(gpu::at_most(v)));
            REQUIRE(agrees(gpu::greater_than(v)));
            REQUIRE(agrees(gpu::equals(v)));
            REQUIRE(agrees(gpu::differs_from(v)));
            REQUIRE(agrees(gpu::is_nan));
        }
    };
    check_bits(float{}, double{});
    check_bits(float{}, std::int64_t{});
    check_bits(std::int32_t{}, std::uint32_t{});
    check_bits(std::int64_t{}, double{});
    check_bits(gpu::bfloat16{}, float{});
}
