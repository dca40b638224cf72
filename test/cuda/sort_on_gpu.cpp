// SPDX-License-Identifier: Apache-2.0
/// Sorts that need a GPU, compared with those of the host: all types in both directions, NaNs and
/// zeros of both signs. Sizes are around CUB's tiles, data at any address, values of any size.
#include "on_gpu.hpp"
#include "sort/reference.hpp"

#include <gpualgo/equal.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/is_sorted.hpp>
#include <gpualgo/sort.hpp>
#include <gpualgo/transform.hpp>
#include <gpualgo/views.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <numeric>
#include <thread>
#include <type_traits>
#include <vector>

using gpu::placeholders::_1;
using test::the_gpu;

namespace {

template <class... Ts, class F>
void for_each_type(gpu::detail::type_list<Ts...>, F f) {
    (f(std::type_identity<Ts>{}), ...);
}

auto const on_host = gpu::automatic.on(gpu::device::host());

template <class Value, class T, class C>
void check_values(std::vector<T> const& x, C comp, gpu::device device) {
    std::vector<Value> values(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        std::memset(static_cast<void*>(&values[i]), static_cast<int>(i * 37 % 251), sizeof(Value));
    gpu::device_vector<T> keys(x, device);
    gpu::device_vector<Value> on(values, device);
    gpu::sort_by_key(keys, on, comp);
    auto expected = x;
    gpu::sort_by_key(on_host, expected, values, comp);
    REQUIRE(test::same_bytes(keys.to_host(), expected));
    REQUIRE(test::same_bytes(on.to_host(), values));
}

/// @param offset elements before those that are sorted
template <class T, class C>
void check(std::vector<T> const& x, std::ptrdiff_t offset, C comp, gpu::device device) {
    INFO("n = " << x.size() << ", " << sizeof(T) << " bytes, offset " << offset);
    gpu::device_vector<T> keys(x, device);
    gpu::device_vector<std::uint32_t> indices(x.size(), device);
    auto expected = x;
    std::vector<std::uint32_t> expected_indices(x.size());
    auto const end = gpu::argsort(keys.begin() + offset, keys.end(), indices.begin(), comp);
    gpu::argsort(on_host, x.begin() + offset, x.end(), expected_indices.begin(), comp);
    REQUIRE(end == indices.end() - offset);
    REQUIRE(indices.to_host() == expected_indices);
    auto const until = gpu::is_sorted_until(keys.begin() + offset, keys.end(), comp);
    REQUIRE(until - keys.begin() ==
            gpu::is_sorted_until(on_host, x.begin() + offset, x.end(), comp) - x.begin());
    gpu::sort(keys.begin() + offset, keys.end(), comp);
    gpu::sort(on_host, expected.begin() + offset, expected.end(), comp);
    REQUIRE(test::same_bytes(keys.to_host(), expected));
    REQUIRE(gpu::is_sorted(keys.begin() + offset, keys.end(), comp));
}

/// A structure of which fields may lie at any address.
template <class Key>
struct [[gnu::packed]] packed_record {
    std::uint32_t place;
    Key key;
};

template <class Key>
void check_fields(std::size_t n, std::size_t offset, gpu::device device) {
    INFO("n = " << n << ", " << sizeof(Key) << " bytes, offset " << offset);
    using record = packed_record<Key>;
    auto const keys = test::few_values<Key>(n, n);
    std::vector<record> given(n);
    for (std::size_t i = 0; i < n; ++i) given[i] = {static_cast<std::uint32_t>(i), keys[i]};
    std::vector<std::uint32_t> expected(n), moved(n);
    gpu::argsort(on_host, keys, expected, std::greater<>());
    gpu::device_vector<std::byte> memory(n * sizeof(record) + offset, device);
    auto* const address = reinterpret_cast<record*>(memory.data() + offset);
    gpu::device_ptr<record> const first(device, address), last = first + static_cast<int>(n);
    gpu::copy(given.begin(), given.end(), first);
    gpu::device_vector<std::uint32_t> order(n, device);
    gpu::argsort(first, last, order.begin(), std::greater<>(), &record::key);
    REQUIRE(order.to_host() == expected);
    gpu::sort_by_key(first, last, order.begin(), std::greater<>(), &record::key);
    gpu::copy(first, last, given.begin());
    for (std::size_t i = 0; i < n; ++i) {
        REQUIRE(given[i].place == expected[i]);
        moved[i] = expected[expected[i]];
    }
    REQUIRE(order.to_host() == moved);
    // sorted by the places, in their order again
    gpu::sort(first, last, std::less<>(), &record::place);
    gpu::copy(first, last, given.begin());
    for (std::size_t i = 0; i < n; ++i) REQUIRE(given[i].place == i);
}

} // namespace

TEST_CASE("structures are sorted by fields at any address, with values and indices") {
    auto const device = the_gpu();
    if (!device) return;
    for (std::size_t const n : {1u, 1000u, 100003u})
        for (std::size_t const offset : {0u, 1u, 4u}) {
            check_fields<std::uint8_t>(n, offset, *device);
            check_fields<std::int16_t>(n, offset, *device);
            check_fields<float>(n, offset, *device);
            check_fields<double>(n, offset, *device);
        }
}

TEST_CASE("sorts of all types in both directions equal those of the host") {
    auto const device = the_gpu();
    if (!device) return;
    for_each_type(gpu::detail::real_types(), [&]<class T>(std::type_identity<T>) {
        for (std::size_t const n : {1u, 2u, 33u, 1024u, 1025u, 4864u, 4865u, 10007u, 50021u,
                                    1u << 20, (1u << 22) + 12345})
            for (std::ptrdiff_t const offset : {0, 1}) {
                for (auto const& x : {test::random_bits<T>(n, n), test::few_values<T>(n, n)}) {
                    check(x, offset, std::less<>(), *device);
                    check(x, offset, std::greater<>(), *device);
                }
                if (n > 1000000) break;
            }
    });
}

TEST_CASE("values of any size move with keys on a GPU") {
    auto const device = the_gpu();
    if (!device) return;
    for (std::size_t const n : {1u, 777u, 100003u}) {
        auto const x = test::few_values<float>(n, 1);
        check_values<std::uint8_t>(x, std::less<>(), *device);
        check_values<std::uint16_t>(x, std::less<>(), *device);
        check_values<std::uint32_t>(x, std::greater<>(), *device);
        check_values<std::uint64_t>(x, std::less<>(), *device);
        check_values<std::array<float, 2>>(x, std::less<>(), *device);
        check_values<std::array<std::uint8_t, 3>>(x, std::greater<>(), *device);
        check_values<std::array<double, 2>>(x, std::less<>(), *device);
        check_values<std::array<std::uint64_t, 5>>(x, std::less<>(), *device);
        check_values<std::uint64_t>(test::few_values<std::uint8_t>(n, 1), std::less<>(), *device);
        check_values<std::uint32_t>(test::few_values<double>(n, 1), std::greater<>(), *device);
        check_values<std::uint32_t>(test::few_values<gpu::half>(n, 1), std::less<>(), *device);
    }
}

TEST_CASE("sorts of several threads on streams") {
    auto const device = the_gpu();
    if (!device) return;
    auto const x = test::random_bits<std::int64_t>(300001, 1);
    auto expected = x;
    std::ranges::sort(expected);
    std::array<bool, 8> right{};
    std::vector<std::thread> threads;
    for (bool& is_right : right)
        threads.emplace_back([&] {
            gpu::stream const stream(*device);
            for (int repetition = 0; repetition < 20; ++repetition) {
                gpu::device_vector<std::int64_t> keys(x, *device);
                gpu::sort(gpu::automatic.on(stream), keys);
                is_right = keys.to_host() == expected;
                if (!is_right) return;
            }
        });
    for (auto& thread : threads) thread.join();
    REQUIRE(std::ranges::all_of(right, std::identity()));
}

TEST_CASE("more than 2^31 equal bytes are counted") {
    auto const device = the_gpu();
    if (!device) return;
    std::size_t const n = 3'000'000'017;
    if (device->memory().free < (std::size_t{8} << 30)) return;
    gpu::device_vector<std::int8_t> keys(n, std::int8_t{1}, *device);
    keys[n - 1] = -128;
    keys[0] = 127;
    gpu::sort(keys);
    REQUIRE(keys[0] == -128);
    REQUIRE(keys[1] == 1);
    REQUIRE(keys[n - 2] == 1);
    REQUIRE(keys[n - 1] == 127);
    REQUIRE(gpu::is_sorted(keys));
}

TEST_CASE("more than 2^32 keys are sorted on a GPU") {
    auto const device = the_gpu();
    if (!device) return;
    std::size_t const n = (std::size_t{1} << 32) + 12345;
    if (device->memory().free < n * 3 || device->memory().free - n * 3 < (std::size_t{4} << 30))
        return;
    gpu::device_vector<std::uint8_t> keys(n, std::uint8_t{1}, *device);
    keys[n - 1] = 0;
    REQUIRE(gpu::is_sorted_until(keys) == keys.end() - 1);
    gpu::sort(keys);
    REQUIRE(keys[0] == 0);
    REQUIRE(gpu::is_sorted(keys));
}

TEST_CASE("values are moved with more than 2^32 keys on a GPU") {
    auto const device = the_gpu();
    if (!device) return;
    std::size_t const n = (std::size_t{1} << 32) + 12345;
    if (device->memory().free < std::size_t{50} << 30) return;
    gpu::device_vector<std::uint8_t> keys(n, *device);
    gpu::device_vector<std::uint32_t> values(n, *device);
    auto const places = gpu::views::iota(std::uint64_t{0}, std::uint64_t{n});
    gpu::transform(places, keys, 6 - _1 % 7);
    gpu::transform(places, values, _1 / 7);
    gpu::sort_by_key(keys, values);
    REQUIRE(gpu::is_sorted(keys));
    std::size_t begin = 0; // of equal keys, whose values ascend from 0
    for (std::size_t key = 0; key < 7; ++key) {
        std::size_t const count = (n - 1 - (6 - key)) / 7 + 1;
        auto const of_key = values.begin() + static_cast<std::ptrdiff_t>(begin);
        REQUIRE(gpu::equal(
            of_key, of_key + static_cast<std::ptrdiff_t>(count),
            gpu::views::iota(std::uint32_t{0}, static_cast<std::uint32_t>(count)).begin()));
        begin += count;
        REQUIRE(keys[begin - 1] == key);
    }
    REQUIRE(begin == n);
}

TEST_CASE("somewhat fewer than 2^32 keys are sorted on a GPU") {
    auto const device = the_gpu();
    if (!device) return;
    std::size_t const n = 4'294'000'001;
    if (device->memory().free < std::size_t{40} << 30) return;
    gpu::device_vector<std::uint32_t> keys(n, *device);
    gpu::transform(gpu::views::iota(std::uint32_t{0}, static_cast<std::uint32_t>(n)), keys,
                   _1 * 2654435761u);
    auto const total = gpu::reduce(keys, std::uint64_t{0});
    gpu::sort(keys);
    REQUIRE(gpu::is_sorted(keys));
    REQUIRE(gpu::reduce(keys, std::uint64_t{0}) == total);
}
