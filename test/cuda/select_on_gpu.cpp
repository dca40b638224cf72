// SPDX-License-Identifier: Apache-2.0
/// Selections that need a GPU, compared with the host: many tiles at work at once, and data at any
/// address. They are repeated, and run from several threads on streams.
#include "on_gpu.hpp"

#include <gpualgo/copy_if.hpp>
#include <gpualgo/count.hpp>
#include <gpualgo/remove.hpp>
#include <gpualgo/sort.hpp>
#include <gpualgo/unique.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <thread>
#include <vector>

using test::the_gpu;

namespace {

std::vector<float> uniform(std::size_t n, unsigned seed) {
    std::mt19937 engine(seed);
    std::vector<float> x(n);
    for (auto& one : x) one = static_cast<float>(engine() >> 8) * 0x1p-24F;
    return x;
}

} // namespace

TEST_CASE("selections of many tiles equal those of the host, again and again") {
    auto const device = the_gpu();
    if (!device) return;
    for (std::size_t const n : {std::size_t{4096}, std::size_t{4097}, std::size_t{1} << 20,
                                (std::size_t{1} << 25) + 12345}) {
        auto const x = uniform(n + 3, 1);
        gpu::device_vector<float> const on(x, *device);
        gpu::device_vector<float> out(n, *device), others(n, *device);
        for (std::ptrdiff_t const offset : {0, 1, 3})
            for (float const limit : {0.f, 0.01f, 0.5f, 0.99f, 2.f}) {
                INFO("n = " << n << ", offset " << offset << ", limit " << limit);
                auto const predicate = gpu::less_than(limit);
                auto const first = x.begin() + offset;
                auto const last = first + static_cast<std::ptrdiff_t>(n);
                std::vector<float> expected(n), expected_others(n);
                auto const ends = std::partition_copy(first, last, expected.begin(),
                                                      expected_others.begin(), predicate);
                expected.erase(ends.first, expected.end());
                expected_others.erase(ends.second, expected_others.end());
                auto const begin = on.begin() + offset;
                auto const end = begin + static_cast<std::ptrdiff_t>(n);
                auto const taken = [&](auto const& v, auto stop) {
                    std::vector<float> all = v.to_host();
                    all.resize(static_cast<std::size_t>(stop - v.begin()));
                    return all;
                };
                auto const count = static_cast<std::ptrdiff_t>(expected.size());
                for (int repetition = 0; repetition < 10; ++repetition)
                    REQUIRE(gpu::copy_if(begin, end, out.begin(), predicate) - out.begin() ==
                            count);
                REQUIRE(taken(out, out.begin() + count) == expected);
                auto const parts =
                    gpu::partition_copy(begin, end, out.begin(), others.begin(), predicate);
                REQUIRE(taken(out, parts.first) == expected);
                REQUIRE(taken(others, parts.second) == expected_others);
                REQUIRE(gpu::count_if(begin, end, predicate) == count);
                REQUIRE(gpu::count_if(gpu::warp_shuffle, begin, end, predicate) == count);
                REQUIRE(gpu::count_if(gpu::vendor, begin, end, predicate) == count);
                REQUIRE(taken(out, gpu::copy_if(gpu::vendor, begin, end, out.begin(), predicate)) ==
                        expected);
                auto const sorted = [&](std::vector<float> const& values) {
                    gpu::device_vector<float> some(values, *device); // the host takes seconds
                    gpu::sort(some);
                    return some.to_host();
                };
                auto const unordered =
                    taken(out, gpu::copy_if(gpu::warp_shuffle, begin, end, out.begin(), predicate));
                REQUIRE(sorted(unordered) == sorted(expected));
            }
    }
}

TEMPLATE_TEST_CASE("unique elements of many tiles equal those of the host", "", std::int8_t,
                   std::uint16_t, float, double) {
    auto const device = the_gpu();
    if (!device) return;
    for (std::size_t const n : {std::size_t{1}, std::size_t{4097}, (std::size_t{1} << 22) + 123})
        for (unsigned const range : {1u, 2u, 100u}) {
            std::mt19937 engine(range);
            std::vector<TestType> x(n + 1);
            for (auto& one : x) one = static_cast<TestType>(engine() % range);
            gpu::device_vector<TestType> on(x, *device), out(x.size(), *device);
            for (std::ptrdiff_t const offset : {1, 0}) {
                INFO("n = " << n << ", range " << range << ", offset " << offset);
                std::vector<TestType> expected;
                std::unique_copy(x.begin() + offset, x.end(), std::back_inserter(expected));
                auto const same = [&](auto const& v, auto end) {
                    std::vector<TestType> found = v.to_host();
                    found.resize(static_cast<std::size_t>(end - v.begin()));
                    return found == expected;
                };
                REQUIRE(same(out, gpu::unique_copy(on.begin() + offset, on.end(), out.begin())));
                if (offset == 0) REQUIRE(same(on, gpu::unique(on)));
            }
        }
}

TEMPLATE_TEST_CASE("elements are removed on GPUs as on the host", "", std::int8_t, std::uint16_t,
                   float, double) {
    auto const device = the_gpu();
    if (!device) return;
    for (std::size_t const n : {std::size_t{1}, std::size_t{4097}, (std::size_t{1} << 22) + 123})
        for (int const limit : {0, 1, 50, 100}) {
            INFO("n = " << n << ", limit " << limit);
            std::mt19937 engine(static_cast<unsigned>(limit));
            std::vector<TestType> x(n);
            for (auto& one : x) one = static_cast<TestType>(engine() % 100);
            gpu::device_vector<TestType> on(x, *device);
            auto const end = gpu::remove_if(on, gpu::less_than(limit));
            x.erase(std::remove_if(x.begin(), x.end(), gpu::less_than(limit)), x.end());
            REQUIRE(gpu::device_vector<TestType>(on.begin(), end).to_host() == x);
        }
}

TEST_CASE("selections of several threads on streams of their own") {
    auto const device = the_gpu();
    if (!device) return;
    auto const x = uniform(3'000'001, 2);
    gpu::device_vector<float> const on(x, *device);
    auto const count = std::count_if(x.begin(), x.end(), gpu::less_than(0.3));
    std::vector<std::thread> threads;
    std::atomic<int> wrong = 0;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&] {
            gpu::stream stream(*device);
            gpu::device_vector<float> out(x.size(), *device);
            for (int i = 0; i < 50; ++i) {
                auto const end =
                    gpu::copy_if(gpu::automatic.on(stream), on, out, gpu::less_than(0.3));
                if (end - out.begin() != count) ++wrong;
            }
        });
    for (auto& thread : threads) thread.join();
    REQUIRE(wrong == 0);
}

TEST_CASE("more elements than an int can count are selected") {
    auto const device = the_gpu();
    if (!device) return;
    std::size_t const n = (std::size_t{1} << 32) + 5000;
    gpu::device_vector<std::int8_t> x(n, std::int8_t{1}, *device);
    x[static_cast<std::ptrdiff_t>(n - 2)] = 7;
    gpu::device_vector<std::int8_t> out(n, *device);
    REQUIRE(gpu::count(x, 1) == static_cast<std::ptrdiff_t>(n - 1));
    auto const end = gpu::copy_if(x, out, gpu::equals(1));
    REQUIRE(end - out.begin() == static_cast<std::ptrdiff_t>(n - 1));
    REQUIRE(gpu::copy_if(x, out, gpu::equals(7)) - out.begin() == 1);
    REQUIRE(out[0] == 7);
}
