// SPDX-License-Identifier: Apache-2.0
/// The vendor policy on a GPU, which uses CUB. Without a GPU, checks that calls say so.
#include "on_gpu.hpp"

#include <gpualgo/gpualgo.hpp>

#include <cuda_runtime_api.h>

#include <catch2/catch.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <type_traits>
#include <vector>

using test::rough_numbers;
using test::same_bits;
using test::the_gpu;

namespace {

/// Reduces elements on the GPU by CUB. The result must be exact and repeatable. The plain loop uses
/// a type that holds every sum.
template <class T, class Op>
void check_vendor(gpu::device device, std::vector<T> const& values, T init, Op op) {
    gpu::device_vector<T> const x(values, device);
    gpu::device_vector<T> out(1, device);
    T expected = init;
    for (T const value : values) expected = op(expected, value);
    gpu::report ran;
    CHECK(gpu::reduce(gpu::vendor.report_to(ran), x, init, op) == expected);
    CHECK(ran.kernel == "cub::DeviceReduce::Reduce");
    CHECK(ran.fallback.empty());
    gpu::stream const stream(device);
    gpu::reduce_into(gpu::vendor.on(stream), x.begin(), x.end(), out.begin(), init, op);
    stream.synchronize();
    CHECK(out[0] == expected);
}

} // namespace

TEMPLATE_TEST_CASE("vendor is CUB, and exact on whole numbers", "[vendor]", std::int32_t,
                   std::int64_t, std::uint32_t, std::uint64_t, float, double) {
    auto const device = the_gpu();
    if (!device) return;
    for (std::size_t const n : {std::size_t{1}, std::size_t{1000}, (std::size_t{1} << 20) + 3}) {
        INFO("n = " << n);
        std::vector<TestType> values(n);
        // sums below 2^24 are exact in float
        for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<TestType>(i * 7919 % 16);
        check_vendor(*device, values, TestType{5}, std::plus<>());
        check_vendor(*device, values, TestType{5}, gpu::minimum<>());
        check_vendor(*device, values, TestType{5}, gpu::maximum<>());
        values[n / 2] = std::numeric_limits<TestType>::max();
        values[n / 3] = std::numeric_limits<TestType>::lowest();
        check_vendor(*device, values, TestType{5}, gpu::minimum<>());
        check_vendor(*device, values, TestType{5}, gpu::maximum<>());
        // wraps around
        if constexpr (std::is_unsigned_v<TestType>)
            check_vendor(*device, values, TestType{5}, std::plus<>());
    }
}

TEST_CASE("elements of other types are converted before vendor runs", "[vendor]") {
    auto const device = the_gpu();
    if (!device) return;
    auto const vendor = gpu::vendor.on(*device);
    gpu::report ran;
    CHECK(gpu::reduce(vendor.report_to(ran), std::vector<std::int16_t>{300, -1, 7}, 1) == 307);
    CHECK(ran.kernel == "convert + cub::DeviceReduce::Reduce");
    CHECK(gpu::reduce(vendor, std::vector<float>(5000, 0.1F), 0.0) == Approx(500));
    // computed in float
    CHECK(gpu::reduce(vendor, std::vector<gpu::half>(4096, gpu::half(1))).bits() ==
          gpu::half(4096).bits());
    CHECK(gpu::transform_reduce(vendor, std::vector<int>{1, -2, 3}, 0, std::plus<>(),
                                gpu::square<>()) == 14);
    CHECK(gpu::mean(vendor, std::vector<std::int64_t>{1, 2, 4, 5}) == 3);
    CHECK_THROWS_WITH(gpu::reduce(vendor, std::vector<int>{1}, 1, std::bit_or<>()),
                      Catch::Contains("precompiled for plus, minimum, maximum"));
}

TEMPLATE_TEST_CASE("vendor keeps NaN and orders signed zeros, and is repeatable", "[vendor]", float,
                   double) {
    auto const device = the_gpu();
    if (!device) return;
    for (std::size_t const n : {3u, 1000u, 300'000u})
        for (std::size_t const at : {std::size_t{0}, n / 2, n - 1}) {
            INFO(n << " elements, the special one at " << at);
            auto const by_vendor = [&](TestType special, TestType other, TestType init, auto op) {
                std::vector<TestType> values(n, other);
                values[at] = special;
                return gpu::reduce(gpu::vendor, gpu::device_vector<TestType>(values, *device), init,
                                   op);
            };
            auto const nan = -std::numeric_limits<TestType>::quiet_NaN();
            TestType const quiet = gpu::reduce(std::vector<TestType>{nan});
            for (TestType const total :
                 {by_vendor(nan, 1, 0, gpu::minimum<>()), by_vendor(nan, 1, 0, gpu::maximum<>()),
                  by_vendor(nan, 1, 0, std::plus<>()), by_vendor(1, 1, nan, gpu::minimum<>())})
                CHECK(std::memcmp(&total, &quiet, sizeof total) == 0);
            CHECK(std::signbit(
                by_vendor(TestType{-0.0}, TestType{0}, TestType{0}, gpu::minimum<>())));
            CHECK_FALSE(std::signbit(
                by_vendor(TestType{0}, TestType{-0.0}, TestType{-0.0}, gpu::maximum<>())));
        }
    std::vector<TestType> rough;
    for (float const x : rough_numbers(1'000'000, 3)) rough.push_back(static_cast<TestType>(x) / 3);
    gpu::device_vector<TestType> const x(rough, *device);
    TestType const first = gpu::reduce(gpu::vendor, x);
    for (int run = 0; run < 20; ++run) {
        TestType const again = gpu::reduce(gpu::vendor, x);
        CHECK(std::memcmp(&first, &again, sizeof first) == 0);
    }
    CHECK(first == Approx(static_cast<double>(gpu::reduce(x))).margin(1));
}

TEST_CASE("a captured reduction by vendor runs with its graph", "[vendor]") {
    auto const device = the_gpu();
    if (!device) return;
    for (std::size_t const n : {100u, 3'000'000u}) {
        gpu::stream stream(*device);
        gpu::device_vector<float> x(rough_numbers(n, 1), *device);
        gpu::device_vector<float> total(1, *device);
        // loads the kernels
        gpu::reduce_into(gpu::vendor.on(stream), x.begin(), x.end(), total.begin());
        stream.synchronize();
        auto* const native = static_cast<cudaStream_t>(stream.native_handle());
        cudaGraph_t graph{};
        cudaGraphExec_t executable{};
        REQUIRE(cudaStreamBeginCapture(native, cudaStreamCaptureModeGlobal) == cudaSuccess);
        gpu::reduce_into(gpu::vendor.on(stream), x.begin(), x.end(), total.begin());
        REQUIRE(cudaStreamEndCapture(native, &graph) == cudaSuccess);
        REQUIRE(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);
        for (unsigned seed = 2; seed < 5; ++seed) {
            gpu::copy(rough_numbers(n, seed), x.begin());
            REQUIRE(cudaGraphLaunch(executable, native) == cudaSuccess);
            stream.synchronize();
            CHECK(same_bits(total.to_host()[0], gpu::reduce(gpu::vendor, x)));
        }
        CHECK(cudaGraphExecDestroy(executable) == cudaSuccess);
        CHECK(cudaGraphDestroy(graph) == cudaSuccess);
    }
}
