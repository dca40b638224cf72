// SPDX-License-Identifier: Apache-2.0
/// Searches that need a GPU, compared with the host: one match or many, anywhere, and data at any
/// address. They run from several threads on streams, and on more elements than an int can count.
#include "on_gpu.hpp"

#include "sort/reference.hpp"

#include <gpualgo/any_of.hpp>
#include <gpualgo/equal.hpp>
#include <gpualgo/find.hpp>
#include <gpualgo/min_max.hpp>
#include <gpualgo/top_k.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <thread>
#include <vector>

using test::the_gpu;

namespace {

template <class T>
void check_find(gpu::device device) {
    std::mt19937_64 engine(1);
    for (std::size_t const n :
         {std::size_t{1}, std::size_t{31}, std::size_t{5000}, (std::size_t{1} << 22) + 4321}) {
        std::vector<T> x(n + 3, T{1});
        for (int round = 0; round < 4; ++round) {
            gpu::device_vector<T> const on(x, device), other(x, device);
            for (std::ptrdiff_t const offset : {0, 1, 3}) {
                INFO("n = " << n << ", round " << round << ", offset " << offset);
                auto const first = x.begin() + offset;
                auto const expected = std::find(first, x.end(), T{7}) - first;
                auto const begin = on.begin() + offset;
                for (int repetition = 0; repetition < 20; ++repetition)
                    REQUIRE(gpu::find(begin, on.end(), T{7}) - begin == expected);
                REQUIRE(gpu::any_of(begin, on.end(), gpu::equals(T{7})) ==
                        (first + expected != x.end()));
                REQUIRE(gpu::equal(begin, on.end(), other.begin() + offset));
                std::vector<T> y = x;
                auto const place = engine() % y.size();
                y[place] = T{2};
                auto const found = gpu::mismatch(on, y).first - on.begin();
                REQUIRE(found == static_cast<std::ptrdiff_t>(place));
            }
            for (int matches = 0; matches < 3; ++matches) x[engine() % x.size()] = T{7};
        }
    }
}

template <class T>
void check_top_k(std::vector<T> const& x, gpu::device device) {
    gpu::device_vector<T> const on(x, device);
    for (std::size_t const k :
         {std::size_t{1}, std::size_t{300}, x.size() / 50, x.size() / 3, x.size()})
        for (std::ptrdiff_t const offset : {0, 3}) { // odd addresses
            INFO("n = " << x.size() << ", k = " << k << ", offset " << offset);
            std::vector<T> expected(k, T(0));
            gpu::device_vector<T> out(expected, device);
            gpu::top_k(x.begin() + offset, x.end(), k, expected.begin(), std::less<>());
            gpu::top_k(on.begin() + offset, on.end(), k, out.begin(), std::less<>());
            REQUIRE(test::same_bytes(out.to_host(), expected));
        }
    REQUIRE(test::same_bits(gpu::min(on), gpu::min(x)));
}

} // namespace

TEST_CASE("the first match on a GPU is that of the host") {
    auto const device = the_gpu();
    if (!device) return;
    check_find<std::int8_t>(*device);
    check_find<std::uint16_t>(*device);
    check_find<float>(*device);
    check_find<double>(*device);
}

TEST_CASE("a GPU compares NaN and -0 as == does") {
    auto const device = the_gpu();
    if (!device) return;
    float const nan = std::numeric_limits<float>::quiet_NaN();
    for (float const a : {0.F, -0.F, nan, 1.F})
        for (float const b : {0.F, -0.F, nan, 1.F}) {
            gpu::device_vector<float> x(10'000, 3.F, *device), y = x;
            x[9'999] = a;
            y[9'999] = b;
            REQUIRE(gpu::equal(x, y) == (a == b));
        }
}

TEST_CASE("if all elements match, the first one is found at once") {
    auto const device = the_gpu();
    if (!device) return;
    gpu::device_vector<float> const x(std::size_t{1} << 28, 1.F, *device);
    (void)gpu::find(x, 1.F);
    auto const start = std::chrono::steady_clock::now();
    for (int repetition = 0; repetition < 100; ++repetition)
        REQUIRE(gpu::find(x, 1.F) == x.begin());
    std::chrono::duration<double> const time = std::chrono::steady_clock::now() - start;
    REQUIRE(time.count() / 100 < 60e-6); // all elements would take 250 microseconds
}

TEMPLATE_TEST_CASE("top_k on a GPU has the bits of the host", "", std::int8_t, std::uint16_t,
                   gpu::half, std::uint32_t, float, std::int64_t, double) {
    auto const device = the_gpu();
    if (!device) return;
    for (std::size_t const n : {std::size_t{300}, std::size_t{5000}, std::size_t{3'000'001}})
        for (auto const& x : {test::random_bits<TestType>(n, 1), test::few_values<TestType>(n, 2)})
            check_top_k(x, *device);
}

TEST_CASE("searches of several threads on streams of their own") {
    auto const device = the_gpu();
    if (!device) return;
    std::vector<std::int32_t> x(3'000'001, 0);
    x[2'345'678] = x[2'900'000] = 1;
    gpu::device_vector<std::int32_t> const on(x, *device);
    std::vector<std::thread> threads;
    std::atomic<int> wrong = 0;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&] {
            gpu::stream stream(*device);
            for (int i = 0; i < 100; ++i)
                if (gpu::find(gpu::automatic.on(stream), on, 1) - on.begin() != 2'345'678) ++wrong;
        });
    for (auto& thread : threads) thread.join();
    REQUIRE(wrong == 0);
}

TEST_CASE("more elements than an int can count are searched") {
    auto const device = the_gpu();
    if (!device) return;
    std::size_t const n = (std::size_t{1} << 32) + 5000;
    gpu::device_vector<std::int8_t> x(n, std::int8_t{1}, *device);
    REQUIRE(gpu::find(x, 7) == x.end());
    x[static_cast<std::ptrdiff_t>(n - 2)] = 7;
    REQUIRE(gpu::find(x, 7) - x.begin() == static_cast<std::ptrdiff_t>(n - 2));
    REQUIRE(gpu::max(x) == 7);
}
