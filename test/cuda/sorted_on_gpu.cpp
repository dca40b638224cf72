// SPDX-License-Identifier: Apache-2.0
/// Merges, searches and histograms that need a GPU, compared with the host: many tiles, data at any
/// address, many elements in few bins.
#include "on_gpu.hpp"

#include <gpualgo/binary_search.hpp>
#include <gpualgo/histogram.hpp>
#include <gpualgo/merge.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

using test::the_gpu;

namespace {

template <class T>
std::vector<T> random_numbers(std::size_t n, unsigned seed, unsigned range) {
    std::mt19937 engine(seed);
    std::vector<T> x(n);
    for (auto& one : x) one = static_cast<T>(static_cast<float>(engine() % range));
    return x;
}

template <class T, class Before>
void check_merge_and_bounds(gpu::device device, Before before) {
    for (std::size_t const n : {std::size_t{1}, std::size_t{3840}, std::size_t{100'003},
                                (std::size_t{1} << 22) + 12'345}) {
        auto a = random_numbers<T>(n + 1, 1, 10'000), b = random_numbers<T>(n / 3 + 1, 2, 10'000);
        std::sort(a.begin(), a.end(), before);
        std::sort(b.begin(), b.end(), before);
        INFO("n = " << n);
        gpu::device_vector<T> const on_a(a, device), on_b(b, device);
        gpu::device_vector<T> on(a.size() + b.size(), device);
        for (std::ptrdiff_t const offset : {0, 1}) {
            std::vector<T> expected(a.size() + b.size() - static_cast<std::size_t>(2 * offset));
            std::merge(a.begin() + offset, a.end(), b.begin() + offset, b.end(), expected.begin(),
                       before);
            auto const end = gpu::merge(on_a.begin() + offset, on_a.end(), on_b.begin() + offset,
                                        on_b.end(), on.begin() + offset, before);
            std::vector<T> const all = on.to_host();
            REQUIRE(std::equal(expected.begin(), expected.end(), all.begin() + offset));
            REQUIRE(end == on.begin() + offset + static_cast<std::ptrdiff_t>(expected.size()));
        }
        gpu::device_vector<std::uint32_t> low(b.size(), device);
        gpu::device_vector<std::int64_t> high(b.size(), device);
        gpu::lower_bound(on_a, on_b, low, before);
        gpu::upper_bound(on_a, on_b, high, before);
        std::vector<std::uint32_t> low_here(b.size());
        std::vector<std::int64_t> high_here(b.size());
        gpu::lower_bound(a, b, low_here, before);
        gpu::upper_bound(a, b, high_here, before);
        REQUIRE(low.to_host() == low_here);
        REQUIRE(high.to_host() == high_here);
    }
}

template <class T>
void check_histograms(gpu::device device) {
    for (std::size_t const n : {std::size_t{5}, std::size_t{100'003}, std::size_t{1} << 24})
        for (unsigned const range : {1u, 120u, 100'000u}) {
            auto const x = random_numbers<T>(n + 1, 3, range);
            gpu::device_vector<T> const on(x, device);
            for (std::size_t const bins : {std::size_t{1}, std::size_t{100}, std::size_t{256},
                                           std::size_t{5000}, std::size_t{100'000}})
                for (std::ptrdiff_t const offset : {0, 1}) {
                    INFO("n = " << n << ", range " << range << ", bins " << bins);
                    std::vector<std::uint64_t> counts(bins), found(bins);
                    gpu::histogram(x.begin() + offset, x.end(), counts.begin(), bins, 0, 120);
                    gpu::histogram(on.begin() + offset, on.end(), found.begin(), bins, 0, 120);
                    REQUIRE(found == counts);
                    gpu::device_vector<std::uint32_t> on_counts(bins, device);
                    gpu::histogram(on.begin() + offset, on.end(), on_counts.begin(), bins, 0, 120);
                    REQUIRE(std::ranges::equal(on_counts.to_host(), counts));
                }
            std::vector<int> const edges{0, 1, 7, 7, 50, 119};
            std::vector<std::uint64_t> counts(5), found(5);
            gpu::histogram(x, counts, edges);
            gpu::histogram(on, found, edges);
            REQUIRE(found == counts);
        }
}

} // namespace

TEMPLATE_TEST_CASE("merges and searches on a GPU equal those of the host", "", std::int8_t,
                   std::uint16_t, std::int32_t, std::uint64_t, float, double, gpu::half) {
    auto const device = the_gpu();
    if (!device) return;
    check_merge_and_bounds<TestType>(*device, std::less<>());
    check_merge_and_bounds<TestType>(*device, std::greater<>());
}

TEMPLATE_TEST_CASE("merges keep the bits of zeros and NaNs, in the order of the ranges", "", float,
                   double, gpu::half) {
    auto const device = the_gpu();
    if (!device) return;
    // zeros are equal: their signs are in any order
    float const values[] = {-1.f, -0.f, 0.f, -0.f, 2.f, std::numeric_limits<float>::quiet_NaN()};
    std::vector<TestType> a, b;
    std::size_t n = 700'000;
    for (float const value : values) {
        a.insert(a.end(), n, static_cast<TestType>(value));
        b.insert(b.end(), n / 3, static_cast<TestType>(value == 0 ? -value : value));
        n = n / 2 + 1;
    }
    std::vector<TestType> expected(a.size() + b.size());
    gpu::merge(gpu::automatic.on(gpu::device::host()), a, b, expected);
    gpu::device_vector<TestType> const on_a(a, *device), on_b(b, *device);
    gpu::device_vector<TestType> on(expected.size(), *device);
    gpu::merge(on_a, on_b, on);
    auto const found = on.to_host();
    REQUIRE(std::memcmp(found.data(), expected.data(), found.size() * sizeof(TestType)) == 0);
}

TEST_CASE("merges of arrays that are not sorted leave the GPU usable") {
    auto const device = the_gpu();
    if (!device) return;
    auto const a = random_numbers<std::int32_t>(1'000'003, 7, 1'000'000),
               b = random_numbers<std::int32_t>(700'001, 8, 1'000'000);
    gpu::device_vector<std::int32_t> const on_a(a, *device), on_b(b, *device);
    gpu::device_vector<std::int32_t> on(a.size() + b.size(), *device);
    gpu::merge(on_a, on_b, on);
    for (std::int32_t const x : on.to_host()) REQUIRE((x >= 0 && x < 1'000'000));
    std::int64_t const sum = gpu::reduce(on_a, std::int64_t{0});
    REQUIRE(sum == std::accumulate(a.begin(), a.end(), std::int64_t{0}));
}

TEST_CASE("integers in few bins, with any bounds, are counted as on the host") {
    auto const device = the_gpu();
    if (!device) return;
    std::mt19937 engine(5);
    auto const check = [&]<class T>(std::vector<T> const& x, std::size_t bins, T lower, T upper) {
        INFO(bins << " bins from " << lower << " to " << upper);
        std::vector<std::uint32_t> expected(bins), counts(bins);
        gpu::histogram(x.begin() + 1, x.end(), expected.begin(), bins, lower, upper);
        gpu::device_vector<T> const on(x, *device);
        gpu::histogram(on.begin() + 1, on.end(), counts.begin(), bins, lower, upper);
        REQUIRE(counts == expected);
    };
    std::vector<std::int32_t> x(300'001), narrow(300'001);
    std::vector<std::uint32_t> u(300'001);
    for (std::size_t i = 0; i < x.size(); ++i) {
        u[i] = static_cast<std::uint32_t>(engine());
        x[i] = static_cast<std::int32_t>(u[i]);
        narrow[i] = static_cast<std::int32_t>(u[i] % 1000) - 500;
    }
    for (int i = 0; i < 100; ++i) {
        int const lower = static_cast<int>(engine() % 900) - 600;
        check(narrow, 1 + engine() % 256, lower, lower + 1 + static_cast<int>(engine() % 1500));
    }
    check(x, 256, 0, std::numeric_limits<std::int32_t>::max());
    check(x, 97, std::numeric_limits<std::int32_t>::min(), -1);
    check(x, 97, std::numeric_limits<std::int32_t>::min(), 0);
    check(u, 251, 0u, 0xffffffffu);
}

TEMPLATE_TEST_CASE("histograms on a GPU equal those of the host", "", std::int8_t, std::uint8_t,
                   std::int16_t, std::int32_t, std::uint64_t, float, double, gpu::half,
                   gpu::bfloat16) {
    auto const device = the_gpu();
    if (!device) return;
    check_histograms<TestType>(*device);
}

TEST_CASE("more elements than an int can count are merged and counted") {
    auto const device = the_gpu();
    if (!device) return;
    std::size_t const n = (std::size_t{1} << 31) + 5000;
    gpu::device_vector<std::int8_t> const a(n, std::int8_t{1}, *device),
        b(n, std::int8_t{2}, *device);
    gpu::device_vector<std::int8_t> out(2 * n, *device);
    gpu::merge(a, b, out);
    REQUIRE(out[static_cast<std::ptrdiff_t>(n - 1)] == 1);
    REQUIRE(out[static_cast<std::ptrdiff_t>(n)] == 2);
    std::vector<std::uint64_t> counts(3);
    gpu::histogram(out, counts, 3, 0, 3);
    REQUIRE(counts == std::vector<std::uint64_t>{0, n, n});
    std::vector<std::int8_t> const values{1, 2};
    std::vector<std::uint64_t> positions(2);
    gpu::upper_bound(out, values, positions);
    REQUIRE(positions == std::vector<std::uint64_t>{n, 2 * n});
}
