// SPDX-License-Identifier: Apache-2.0
/// sort_by_key and argsort by projections, and fields of packed structures, on every device.
#include "reference.hpp"
#include "support/counting_resource.hpp"
#include "support/devices.hpp"

#include <gpualgo/expression.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/sort.hpp>
#include <gpualgo/views.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <numeric>
#include <string>
#include <vector>

namespace {

using namespace gpu::placeholders;

using test::simulated;

template <class Key>
struct keyed_record {
    std::int32_t place;
    Key key;
    std::int16_t other;
};

template <class Key>
std::vector<keyed_record<Key>> keyed_records(std::size_t n) {
    auto const keys = test::few_values<Key>(n, n);
    std::vector<keyed_record<Key>> made;
    for (std::size_t i = 0; i < n; ++i) made.push_back({static_cast<std::int32_t>(i), keys[i], 7});
    return made;
}

template <class Key>
std::vector<std::uint32_t> places(std::vector<keyed_record<Key>> const& of) {
    std::vector<std::uint32_t> all;
    for (auto const& one : of) all.push_back(static_cast<std::uint32_t>(one.place));
    return all;
}

/// Values of 6 bytes, which no kernel moves as one word.
using value = std::array<std::uint16_t, 3>;
std::vector<value> values(std::size_t n) {
    std::vector<value> made(n);
    for (std::size_t i = 0; i < n; ++i) made[i].fill(static_cast<std::uint16_t>(i));
    return made;
}

template <class Key, class C>
void check_keys(std::size_t n, C comp) {
    auto const given = keyed_records<Key>(n);
    std::vector<std::uint32_t> expected(n);
    std::iota(expected.begin(), expected.end(), 0u);
    std::ranges::stable_sort(expected, [&](std::uint32_t a, std::uint32_t b) {
        return test::comes_before(given[a].key, given[b].key, std::same_as<C, std::greater<>>);
    });
    auto const is_sorted = [&](std::vector<keyed_record<Key>> const& keys,
                               std::vector<value> const& moved) {
        REQUIRE(places(keys) == expected);
        for (std::size_t i = 0; i < n; ++i)
            REQUIRE(moved[i][2] == static_cast<std::uint16_t>(expected[i]));
    };
    for (auto const& device : test::host_and_simulated) {
        gpu::report ran;
        gpu::device_vector<keyed_record<Key>> keys(given, device);
        gpu::device_vector<value> moved(values(n), device);
        gpu::device_vector<std::uint32_t> order(n, device);
        gpu::device_vector<std::int64_t> long_order(n, device);
        CHECK(gpu::argsort(gpu::automatic.report_to(ran), keys, order, comp,
                           &keyed_record<Key>::key) == order.end());
        REQUIRE(order.to_host() == expected);
        CHECK(ran.device == device);
        CHECK(ran.bytes == n * sizeof(keyed_record<Key>));
        gpu::argsort(keys.begin(), keys.end(), long_order.begin(), comp, &keyed_record<Key>::key);
        CHECK(std::ranges::equal(long_order.to_host(), expected));
        gpu::sort_by_key(gpu::automatic.report_to(ran), keys, moved, comp, &keyed_record<Key>::key);
        is_sorted(keys.to_host(), moved.to_host());
        CHECK(ran.device == device);
        CHECK(ran.bytes == n * (sizeof(keyed_record<Key>) + sizeof(value)));
        // ranges of the host
        auto here = given;
        auto here_moved = values(n);
        std::vector<std::uint32_t> here_order(n);
        gpu::argsort(gpu::automatic.on(device), here, here_order, comp, &keyed_record<Key>::key);
        CHECK(here_order == expected);
        gpu::sort_by_key(gpu::automatic.on(device), here.begin(), here.end(), here_moved.begin(),
                         comp, &keyed_record<Key>::key);
        is_sorted(here, here_moved);
    }
    auto here = given;
    auto here_moved = values(n);
    std::vector<std::uint32_t> order;
    gpu::argsort(here.begin(), here.end(), std::back_inserter(order), comp,
                 [](auto const& x) { return x.key; });
    CHECK(order == expected);
    gpu::sort_by_key(here, here_moved, comp, &keyed_record<Key>::key);
    is_sorted(here, here_moved);
}

constexpr bool sorts_by_projected_constants() {
    std::array<int, 5> x{3, -1, 2, -5, 4}, order{};
    std::array<char, 5> y{'a', 'b', 'c', 'd', 'e'};
    auto const square = [](int i) { return i * i; };
    gpu::argsort(x, order, std::less<>(), square);
    gpu::sort_by_key(x, y, std::less<>(), square);
    return order == std::array{1, 2, 0, 4, 3} && x == std::array{-1, 2, 3, 4, -5} && y[1] == 'c';
}
static_assert(sorts_by_projected_constants());

} // namespace

TEST_CASE("argsort and sort_by_key by a field on every device") {
    for (std::size_t const n : {0u, 1u, 700u, 5000u}) {
        check_keys<float>(n, std::less<>());
        check_keys<std::uint8_t>(n, std::greater<>());
        check_keys<double>(n, std::greater<>());
        check_keys<gpu::half>(n, std::less<>());
    }
}

TEST_CASE("argsort and sort_by_key by an expression on every device") {
    auto const given = test::random_bits<std::int32_t>(3001, 1);
    std::vector<std::int32_t> expected(given.size());
    std::iota(expected.begin(), expected.end(), 0);
    auto const places = expected;
    std::ranges::stable_sort(expected, std::less<>(),
                             [&](int i) { return given[static_cast<std::size_t>(i)] % 100; });
    for (auto const& device : test::host_and_simulated) {
        gpu::device_vector<std::int32_t> keys(given, device), order(given.size(), device);
        gpu::argsort(keys, order, std::less<>(), _1 % 100);
        CHECK(order.to_host() == expected);
        gpu::argsort(gpu::views::transformed(keys, -_1), order, std::greater<>(), _1 % 100);
        CHECK(order.to_host() == expected);
        gpu::device_vector<std::int32_t> moved(places, device);
        gpu::sort_by_key(keys, moved, std::less<>(), _1 % 100);
        CHECK(moved.to_host() == expected);
        CHECK(keys.to_host()[0] == given[static_cast<std::size_t>(expected[0])]);
        auto here = given;
        auto here_moved = places;
        gpu::sort_by_key(gpu::automatic.on(device), here, here_moved, {}, _1 % 100);
        CHECK(here_moved == expected);
    }
}

TEST_CASE("argsort copies no keys that it has computed itself") {
    auto const policy = gpu::automatic.on(gpu::device::simulated());
    auto const given = test::random_bits<std::int32_t>(20'000, 2);
    std::vector<std::int32_t> order(given.size()), expected(given.size());
    gpu::report ran;
    gpu::argsort(policy.report_to(ran), given, order);
    CHECK_THAT(ran.kernel, Catch::Contains("gather")); // their copy
    gpu::argsort(gpu::automatic, given, expected, std::less<>(), _1 % 100);
    gpu::argsort(policy.report_to(ran), given, order, std::less<>(), _1 % 100);
    CHECK(order == expected);
    CHECK_THAT(ran.kernel, !Catch::Contains("gather"));
}

TEST_CASE("any projection of keys on the host") {
    std::vector<std::string> words{"thread", "warp", "block"};
    std::vector<std::unique_ptr<int>> numbers;
    for (int i = 0; i < 3; ++i) numbers.push_back(std::make_unique<int>(i));
    std::vector<std::uint8_t> order(3);
    gpu::argsort(gpu::automatic, words, order, {}, &std::string::size);
    CHECK(order == std::vector<std::uint8_t>{1, 2, 0});
    gpu::sort_by_key(gpu::automatic, words, numbers, {}, &std::string::size);
    CHECK(words == std::vector<std::string>{"warp", "block", "thread"});
    CHECK(*numbers[0] == 1);
}

TEST_CASE("calls by projected keys that are refused, or that fail, change nothing") {
    auto const given = keyed_records<float>(3000);
    auto here = given;
    auto moved = values(3000);
    std::vector<std::uint32_t> order(3000);
    auto const on_device = gpu::automatic.on(simulated);
    auto const by = &keyed_record<float>::key;
    CHECK_THROWS_AS(gpu::sort_by_key(on_device, here, moved, {}, [](auto& x) { return x.key; }),
                    gpu::unsupported_operator);
    CHECK_THROWS_AS(gpu::argsort(on_device, here, order, {}, [](auto& x) { return x.key; }),
                    gpu::unsupported_operator);
    // indices among the elements
    auto* const inside = reinterpret_cast<std::uint32_t*>(here.data() + 1);
    CHECK_THROWS_WITH(
        gpu::argsort(on_device, here.data(), here.data() + 3000, inside, std::less<>(), by),
        Catch::Contains("the indices overlap the range"));
    test::counting_resource resource(simulated);
    std::size_t failures = 0;
    for (std::size_t k = 1;; ++k, ++failures) {
        gpu::device_vector<keyed_record<float>> keys(given, simulated);
        gpu::device_vector<value> on(values(3000), simulated);
        resource.fail(k);
        try {
            gpu::sort_by_key(on_device.with(resource), keys, on, {}, by);
            break;
        } catch (std::bad_alloc const&) {
            REQUIRE(places(keys.to_host()) == places(given));
            REQUIRE(on.to_host() == moved);
        }
    }
    CHECK(failures >= 4);
    CHECK(resource.blocks() == 0);
    CHECK(places(here) == places(given));
}

namespace {

/// A structure whose field is at no multiple of its size, unless the place has that size.
template <class Place, class Key>
struct [[gnu::packed]] packed_record {
    Place place;
    Key key;
};

template <class Place, class Key>
void check_packed() {
    using keyed_record = packed_record<Place, Key>;
    constexpr std::size_t n = 200;
    constexpr std::size_t size = sizeof(keyed_record);
    static_assert(size == sizeof(Place) + sizeof(Key));
    std::vector<keyed_record> given(n);
    for (std::size_t i = 0; i < n; ++i)
        given[i] = {static_cast<Place>(i), static_cast<Key>(static_cast<int>(i * 37 % n) - 50)};
    // elements at any address
    for (std::size_t const offset : {0u, 1u, 3u}) {
        gpu::device_vector<std::byte> memory(n * size + offset, simulated);
        auto* const first = reinterpret_cast<keyed_record*>(memory.data() + offset);
        gpu::device_ptr<keyed_record> const begin(simulated, first);
        gpu::copy(given.begin(), given.end(), begin);
        gpu::sort(begin, begin + n, std::less<>(), &keyed_record::key);
        std::vector<keyed_record> sorted(n);
        gpu::copy(begin, begin + n, sorted.begin());
        for (std::size_t i = 0; i < n; ++i) {
            REQUIRE(Key{sorted[i].key} == static_cast<Key>(static_cast<int>(i) - 50));
            REQUIRE(sorted[i].place * 37u % n == i);
        }
    }
}

} // namespace

TEST_CASE("fields of packed structures at any address") {
    check_packed<std::uint8_t, std::int16_t>();
    check_packed<std::uint8_t, float>();
    check_packed<std::uint32_t, float>();
    check_packed<std::uint8_t, double>();
}
