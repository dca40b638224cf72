// SPDX-License-Identifier: Apache-2.0
/// Tests that need a GPU: reductions replayed by graphs, from many threads, on many streams, and of
/// data at any address. Without a GPU, checks that calls say so.
#include "on_gpu.hpp"

#include <gpualgo/complex.hpp>
#include <gpualgo/extrema.hpp>
#include <gpualgo/gpualgo.hpp>

#include <cuda_runtime_api.h>

#include <catch2/catch.hpp>

#include <array>
#include <atomic>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

using test::rough_numbers;
using test::same_bits;
using test::the_gpu;

TEST_CASE("reductions that follow each other and other work on a stream see what was written") {
    auto const device = the_gpu();
    if (!device) return;
    for (std::size_t const n : {1'000u, 20'000u, 1'000'000u, 20'000'000u}) {
        INFO("n = " << n);
        gpu::stream stream(*device);
        auto* const native = static_cast<cudaStream_t>(stream.native_handle());
        gpu::device_vector<std::int32_t> x(n, gpu::uninitialized, *device);
        gpu::device_vector<std::int32_t> totals(60, *device);
        for (int i = 0; i < 60; i += 3) { // of bytes i: by a kernel, by a copy engine or by both
            REQUIRE(cudaMemsetAsync(x.data(), i, n * 4, native) == cudaSuccess);
            for (int k = 0; k < 3; ++k)
                gpu::reduce_into(gpu::automatic.on(stream), x.begin(), x.end(),
                                 totals.begin() + i + k, k);
            // each reads the total before it
            gpu::reduce_into(gpu::automatic.on(stream), totals.begin() + i, totals.begin() + i + 3,
                             totals.begin() + i + 2);
        }
        stream.synchronize();
        auto const seen = totals.to_host();
        for (unsigned i = 0; i < 60; i += 3) {
            unsigned const total = static_cast<unsigned>(n) * (i * 0x01010101u);
            CHECK(static_cast<unsigned>(seen[i]) == total);
            CHECK(static_cast<unsigned>(seen[i + 1]) == total + 1);
            CHECK(static_cast<unsigned>(seen[i + 2]) == 3 * total + 3);
        }
    }
}

TEST_CASE("a captured reduction has the same bits whenever its graph runs") {
    auto const device = the_gpu();
    if (!device) return;
    for (std::size_t const n : {100u, 5'000u, 100'000u, 3'000'000u}) {
        INFO("n = " << n);
        gpu::stream stream(*device);
        gpu::device_vector<float> x(rough_numbers(n, 1), *device);
        gpu::device_vector<float> totals(2, *device);
        // the stream's first call allocates; the captured one must not
        gpu::reduce_into(gpu::automatic.on(stream), x.begin(), x.end(), totals.begin());
        stream.synchronize();

        auto* const native = static_cast<cudaStream_t>(stream.native_handle());
        cudaGraph_t graph{};
        cudaGraphExec_t executable{};
        REQUIRE(cudaStreamBeginCapture(native, cudaStreamCaptureModeGlobal) == cudaSuccess);
        gpu::reduce_into(gpu::automatic.on(stream), x.begin(), x.end(), totals.begin());
        gpu::reduce_into(gpu::automatic.on(stream), x.begin(), x.end(), totals.begin() + 1, 2.5F);
        REQUIRE(cudaStreamEndCapture(native, &graph) == cudaSuccess);
        REQUIRE(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);
        for (unsigned seed = 2; seed < 6; ++seed) {
            auto const values = rough_numbers(n, seed);
            gpu::copy(values, x.begin());
            REQUIRE(cudaGraphLaunch(executable, native) == cudaSuccess);
            stream.synchronize();
            auto const seen = totals.to_host();
            CHECK(same_bits(seen[0], gpu::reduce(values)));
            CHECK(same_bits(seen[1], gpu::reduce(values, 2.5F)));
            // a call outside the graph
            CHECK(same_bits(gpu::reduce(gpu::automatic.on(stream), x), seen[0]));
        }
        CHECK(cudaGraphExecDestroy(executable) == cudaSuccess);
        CHECK(cudaGraphDestroy(graph) == cudaSuccess);
    }
}

TEST_CASE("threads reduce concurrently, on several streams and on a shared one") {
    auto const device = the_gpu();
    if (!device) return;
    constexpr std::size_t sizes = 7;
    std::array<std::vector<float>, sizes> values;
    std::array<std::optional<gpu::device_vector<float>>, sizes> on_gpu;
    std::array<float, sizes> expected{};
    for (std::size_t i = 0; i < sizes; ++i) {
        values[i] = rough_numbers(
            std::array<std::size_t, sizes>{1, 333, 2'049, 20'000, 70'001, 500'000, 4'000'001}[i],
            static_cast<unsigned>(i));
        on_gpu[i].emplace(values[i], *device);
        expected[i] = gpu::reduce(values[i]);
    }
    gpu::stream shared(*device);
    for (bool const is_shared : {false, true}) {
        std::atomic<unsigned> wrong = 0;
        std::vector<std::thread> threads;
        for (unsigned t = 0; t < 8; ++t)
            threads.emplace_back([&, t] {
                gpu::stream own(*device);
                gpu::stream& stream = is_shared ? shared : own;
                for (unsigned k = 0; k < 200; ++k) {
                    std::size_t const i = (k + t) % sizes;
                    wrong +=
                        !same_bits(gpu::reduce(gpu::automatic.on(stream), *on_gpu[i]), expected[i]);
                    // on the default stream
                    wrong += !same_bits(gpu::reduce(*on_gpu[i]), expected[i]);
                }
            });
        for (auto& thread : threads) thread.join();
        CHECK(wrong == 0);
    }
}

TEST_CASE("data at any address is reduced to the same bits") {
    auto const device = the_gpu();
    if (!device) return;
    auto const check = [&]<class T, class Value>(T init, std::vector<Value> const& values) {
        for (std::size_t const n : {1u, 100u, 511u, 513u, 2'047u, 8'193u, 100'000u, 1'000'000u})
            for (std::size_t offset = 0; offset < 16 / sizeof(Value); ++offset) {
                gpu::device_vector<Value> on_gpu(n + offset, gpu::uninitialized, *device);
                gpu::copy(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(n),
                          on_gpu.begin() + static_cast<std::ptrdiff_t>(offset));
                T const here = gpu::reduce(values.begin(),
                                           values.begin() + static_cast<std::ptrdiff_t>(n), init);
                T const there = gpu::reduce(on_gpu.begin() + static_cast<std::ptrdiff_t>(offset),
                                            on_gpu.end(), init);
                INFO(n << " elements of " << sizeof(Value) << " bytes, at offset " << offset);
                REQUIRE(std::memcmp(&here, &there, sizeof(T)) == 0);
            }
    };
    auto const floats = rough_numbers(1'000'000, 9);
    check(0.5F, floats);
    check(0.0, floats);
    std::vector<std::int8_t> bytes;
    for (float const x : floats) bytes.push_back(static_cast<std::int8_t>(x * 30));
    check(std::int32_t{1}, bytes);
    check(0.25, bytes);
    std::vector<gpu::half> halves;
    for (float const x : floats) halves.push_back(static_cast<gpu::half>(x));
    check(0.5F, halves);
    std::vector<std::complex<float>> pairs;
    for (std::size_t i = 0; i < floats.size(); ++i)
        pairs.emplace_back(floats[i], floats[floats.size() - 1 - i]);
    check(std::complex<float>(0.5F, -1), pairs);
    check(std::complex<double>(0.25), pairs);
}

TEST_CASE("sums and products of complex numbers have the host's bits, with every strategy") {
    auto const device = the_gpu();
    if (!device) return;
    for (std::size_t const n : {1u, 2u, 65u, 1'000u, 70'001u, 1'000'001u}) {
        auto const check = [&]<class T>(std::vector<std::complex<T>> const& x) {
            using number = std::complex<T>;
            gpu::device_vector<number> const on_gpu(x, *device);
            T const exact = static_cast<T>(n);
            auto const equal = [](number a, number b) {
                return std::memcmp(&a, &b, sizeof a) == 0;
            };
            CHECK(equal(gpu::reduce(on_gpu), gpu::reduce(x)));
            CHECK(equal(gpu::reduce(on_gpu, number(1), std::multiplies<>()),
                        gpu::reduce(x, number(1), std::multiplies<>())));
            CHECK(std::abs(gpu::reduce(gpu::interleaved, on_gpu) - gpu::reduce(x)) <=
                  exact * exact * std::numeric_limits<T>::epsilon());
            number const product =
                gpu::reduce(gpu::warp_shuffle, on_gpu, number(1), std::multiplies<>());
            CHECK(std::abs(product) == Approx(1).margin(1e-2)); // all are on the unit circle
        };
        std::vector<std::complex<float>> single;
        std::vector<std::complex<double>> twice;
        for (float const x : rough_numbers(n, 11)) {
            single.push_back(std::polar(1.F, x));
            twice.push_back(std::polar(1.0, static_cast<double>(x)));
        }
        INFO("n = " << n);
        if (n < 100'000) check(single); // otherwise rounding errors lead away from the circle
        check(twice);
    }
}

TEST_CASE("extrema of ranges of any size, at any address, in one block and in many") {
    auto const device = the_gpu();
    if (!device) return;
    auto const check = [&]<class Value>(std::vector<Value> const& values) {
        gpu::device_vector<Value> const on_gpu(values, *device);
        for (std::size_t const n : {1u, 17u, 8'193u, 100'000u, 3'000'000u})
            for (std::size_t offset = 0; offset < 16 / sizeof(Value); ++offset) {
                auto const at = static_cast<std::ptrdiff_t>(offset),
                           size = static_cast<std::ptrdiff_t>(n);
                auto const [first, last] =
                    gpu::minmax_element(values.begin() + at, values.begin() + at + size);
                auto const found =
                    gpu::minmax_element(on_gpu.begin() + at, on_gpu.begin() + at + size);
                INFO(n << " elements of " << sizeof(Value) << " bytes, at offset " << offset);
                REQUIRE(found.first - on_gpu.begin() == first - values.begin());
                REQUIRE(found.second - on_gpu.begin() == last - values.begin());
                REQUIRE(gpu::max_element(on_gpu.begin() + at, on_gpu.begin() + at + size) -
                            on_gpu.begin() ==
                        gpu::max_element(values.begin() + at, values.begin() + at + size) -
                            values.begin());
            }
    };
    auto const floats = rough_numbers(3'000'016, 11);
    check(floats);
    std::vector<std::int8_t> bytes;
    std::vector<gpu::bfloat16> halves;
    for (float const x : floats)
        bytes.push_back(static_cast<std::int8_t>(x * 30)),
            halves.push_back(static_cast<gpu::bfloat16>(x));
    check(bytes);
    check(halves);
    check(std::vector<double>(3'000'016, 1.0)); // all equal
}
