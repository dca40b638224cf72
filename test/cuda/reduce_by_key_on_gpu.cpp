// SPDX-License-Identifier: Apache-2.0
/// Reductions by key that need a GPU, compared with the host bit for bit. There are runs of all
/// lengths, data at any address, one run of everything, and all keys distinct.
#include "on_gpu.hpp"

#include <gpualgo/reduce_by_key.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <type_traits>
#include <vector>

using test::the_gpu;

namespace {

template <class T>
bool same_beginnings(std::vector<T> const& a, std::vector<T> const& b, std::size_t n) {
    return std::memcmp(a.data(), b.data(), n * sizeof(T)) == 0;
}

template <class K, class V, class Op>
void check(gpu::device device, std::vector<K> const& keys, std::vector<V> const& values, Op op) {
    std::size_t const n = keys.size();
    gpu::device_vector<K> const on_keys(keys, device);
    gpu::device_vector<V> const on_values(values, device);
    gpu::device_vector<K> keys_out(n, device);
    gpu::device_vector<V> totals_out(n, device);
    std::vector<K> expected_keys(n);
    std::vector<V> expected(n);
    for (std::ptrdiff_t const offset : {0, 1}) {
        auto const here = gpu::reduce_by_key(gpu::automatic, keys.begin() + offset, keys.end(),
                                             values.begin() + offset, expected_keys.begin(),
                                             expected.begin(), std::equal_to<>(), op);
        auto const there = gpu::reduce_by_key(
            gpu::automatic, on_keys.begin() + offset, on_keys.end(), on_values.begin() + offset,
            keys_out.begin(), totals_out.begin(), std::equal_to<>(), op);
        auto const runs = static_cast<std::size_t>(here.first - expected_keys.begin());
        INFO("n = " << n << ", runs = " << runs << ", offset = " << offset);
        REQUIRE(static_cast<std::size_t>(there.first - keys_out.begin()) == runs);
        REQUIRE(static_cast<std::size_t>(there.second - totals_out.begin()) == runs);
        REQUIRE(same_beginnings(keys_out.to_host(), expected_keys, runs));
        REQUIRE(same_beginnings(totals_out.to_host(), expected, runs));
    }
}

template <class V>
std::vector<V> values_of(std::size_t n) {
    std::mt19937 engine(7);
    std::vector<V> values(n);
    for (auto& one : values)
        one = static_cast<V>(static_cast<V>(static_cast<std::int32_t>(engine())) / 7);
    return values;
}

/// Keys of runs of lengths up to `longest`.
template <class K>
std::vector<K> keys_of(std::size_t n, std::size_t longest, unsigned seed) {
    std::mt19937 engine(seed);
    std::vector<K> keys;
    for (unsigned run = 0; keys.size() < n; ++run)
        keys.insert(keys.end(), std::min<std::size_t>(n - keys.size(), 1 + engine() % longest),
                    static_cast<K>(static_cast<float>(run % 100)));
    return keys;
}

} // namespace

TEMPLATE_TEST_CASE("reductions by key on a GPU have the bits of the host", "", float, double,
                   std::int32_t, std::int64_t, std::uint32_t, std::uint64_t) {
    auto const device = the_gpu();
    if (!device) return;
    for (std::size_t const n : {std::size_t{2}, std::size_t{4097}, (std::size_t{1} << 21) + 77}) {
        auto const values = values_of<TestType>(n);
        for (std::size_t const longest : {1u, 2u, 31u, 40u, 500u, 5000u, 50'000u, 1'000'000u}) {
            auto const keys = keys_of<std::int32_t>(n, longest, static_cast<unsigned>(longest));
            check(*device, keys, values, gpu::plus<>());
            check(*device, keys, values, gpu::minimum<>());
            check(*device, keys, values, gpu::maximum<>());
        }
        check(*device, std::vector<std::int32_t>(n, 5), values, gpu::plus<>());
    }
    std::size_t constexpr s = 8192 / sizeof(TestType); // a segment
    std::vector<std::int32_t> keys;
    for (std::size_t const length :
         {std::size_t{1}, std::size_t{31}, std::size_t{32}, std::size_t{33}, s - 1, s, s + 1, 3 * s,
          8 * s - 1, 8 * s, 8 * s + 1, std::size_t{1}, 17 * s + 3, 16 * s, 400 * s})
        keys.insert(keys.end(), length, keys.empty() ? 0 : keys.back() + 1);
    check(*device, keys, values_of<TestType>(keys.size()), gpu::plus<>());
}

TEMPLATE_TEST_CASE("keys of every size on a GPU", "", std::int8_t, std::uint16_t, float, double,
                   std::int64_t) {
    auto const device = the_gpu();
    if (!device) return;
    std::size_t const n = (std::size_t{1} << 20) + 3;
    auto const values = values_of<float>(n);
    for (std::size_t const longest : {1u, 7u, 3000u})
        check(*device, keys_of<TestType>(n, longest, 3), values, gpu::plus<>());
}

TEST_CASE("positions of runs beyond 2^32") {
    auto const device = the_gpu();
    if (!device) return;
    std::size_t const n = (std::size_t{1} << 32) + 100'000;
    gpu::device_vector<std::int8_t> keys(n, std::int8_t{1}, *device);
    gpu::device_vector<std::int32_t> const values(n, 1, *device);
    for (std::size_t const i : {n - 50'000, n - 3, n - 2}) keys[i] = 2;
    std::vector<std::int8_t> keys_out(10);
    std::vector<std::int32_t> out(10);
    auto const ends = gpu::reduce_by_key(keys, values, keys_out, out);
    keys_out.erase(ends.first, keys_out.end());
    out.erase(ends.second, out.end());
    REQUIRE(keys_out == std::vector<std::int8_t>{1, 2, 1, 2, 1});
    REQUIRE(out == std::vector<std::int32_t>{50'000, 1, 49'996, 2, 1});
}
