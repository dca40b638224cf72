// SPDX-License-Identifier: Apache-2.0
/// Scans on a GPU against the definition: many tiles, in place and again, graphs of many streams at
/// once, odd addresses, every strategy. Without a GPU, nothing is tested.
#include "on_gpu.hpp"
#include "support/random_values.hpp"
#include "support/scan_reference.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/scan_into.hpp>
#include <gpualgo/transform_scan.hpp>

#include <cuda_runtime_api.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <thread>
#include <vector>

using test::the_gpu;

namespace {

template <class T>
bool are_same(std::vector<T> const& a, std::vector<T> const& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

template <class T>
std::vector<T> inclusive(std::vector<T> const& x) {
    return test::scanned<T>(x, gpu::kernel::plus(), nullptr, false);
}

} // namespace

TEMPLATE_TEST_CASE("scans: many tiles, in place and again", "", float, double, std::int32_t,
                   std::int8_t) {
    auto const device = the_gpu();
    if (!device) return;
    for (std::size_t const n : {1'000u, 100'000u, 4'000'003u}) {
        INFO("n = " << n);
        auto const x = test::random_values<TestType>(n, n);
        auto const expected = inclusive(x);
        gpu::device_vector<TestType> const in(x, *device);
        gpu::device_vector<TestType> out(n, *device);
        for (int again = 0; again < 20; ++again) {
            gpu::inclusive_scan(in, out);
            REQUIRE(are_same(out.to_host(), expected));
        }
        auto in_place = in;
        gpu::exclusive_scan(in_place, in_place, TestType(3));
        TestType const init = 3;
        CHECK(are_same(in_place.to_host(), test::scanned(x, gpu::kernel::plus(), &init, true)));
    }
}

TEST_CASE("scans of so many tiles that their totals need memory of the call") {
    auto const device = the_gpu();
    if (!device) return;
    std::size_t const n = 200'000'003; // doubles: 97,657 tiles, and the tree has four levels
    gpu::device_vector<double> x(n, 1.0, *device);
    gpu::inclusive_scan(x, x);
    for (std::size_t const i : {std::size_t{0}, std::size_t{1} << 26, n - 1})
        CHECK(static_cast<double>(x[i]) == static_cast<double>(i + 1));
}

TEST_CASE("scans of different word sizes take turns on one workspace") {
    auto const device = the_gpu();
    if (!device) return;
    std::size_t const n = 1'000'000;
    auto const f = test::random_values<float>(n, 1);
    // high halves that look like the numbers of launches
    std::vector<std::int64_t> i(n);
    for (std::size_t k = 0; k < n; ++k) i[k] = static_cast<std::int64_t>(k % 64) << 32;
    auto const floats = inclusive(f);
    auto const integers = inclusive(i);
    gpu::device_vector<float> const float_in(f, *device);
    gpu::device_vector<float> float_out(n, *device);
    gpu::device_vector<std::int64_t> const integer_in(i, *device);
    gpu::device_vector<std::int64_t> integer_out(n, *device);
    for (int again = 0; again < 30; ++again) {
        gpu::inclusive_scan(integer_in, integer_out);
        gpu::inclusive_scan(float_in, float_out);
        REQUIRE(are_same(float_out.to_host(), floats));
        REQUIRE(are_same(integer_out.to_host(), integers));
    }
}

TEST_CASE("scans from many threads at once, on streams of their own") {
    auto const device = the_gpu();
    if (!device) return;
    std::size_t const n = 3'000'001;
    auto const x = test::random_values<float>(n, 5);
    auto const expected = inclusive(x);
    std::vector<int> right(6);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < right.size(); ++t)
        threads.emplace_back([&, t] {
            gpu::stream const stream(*device);
            gpu::device_vector<float> const in(x, *device);
            gpu::device_vector<float> out(n, *device);
            for (int again = 0; again < 10; ++again)
                gpu::inclusive_scan(gpu::automatic.on(stream), in, out);
            right[t] = are_same(out.to_host(), expected);
        });
    for (auto& thread : threads) thread.join();
    CHECK(right == std::vector<int>(right.size(), 1));
}

TEST_CASE("scans and reversals that follow each other see what was written") {
    auto const device = the_gpu();
    if (!device) return;
    for (std::size_t const n : {1'000u, 100'003u, 1'000'000u, 1'500'000u, 3'000'000u}) {
        INFO("n = " << n);
        std::vector<std::uint64_t> expected(n);
        std::iota(expected.begin(), expected.end(), 1u);
        gpu::device_vector<std::uint64_t> x(expected, *device);
        gpu::stream const stream(*device);
        auto const policy = gpu::automatic.on(stream);
        for (int i = 0; i < 6; ++i) { // in place: each reads what the one before it writes
            gpu::inclusive_scan_into(policy, x, x);
            gpu::reverse(policy, x);
            std::inclusive_scan(expected.begin(), expected.end(), expected.begin());
            std::ranges::reverse(expected);
        }
        stream.synchronize();
        CHECK(x.to_host() == expected);
    }
}

TEST_CASE("captured scans have the same bits whenever their graph runs") {
    auto const device = the_gpu();
    if (!device) return;
    for (std::size_t const n : {100u, 5'000u, 100'000u, 3'000'001u}) {
        INFO("n = " << n);
        gpu::stream const stream(*device);
        auto const policy = gpu::automatic.on(stream);
        gpu::device_vector<float> x(test::random_values<float>(n, 1), *device);
        gpu::device_vector<float> y(n, *device), z(n, *device);
        gpu::device_vector<std::int64_t> numbers(n, 3, *device), sums(n, *device);
        gpu::inclusive_scan_into(policy, x.begin(), x.end(), y.begin()); // makes the workspace
        stream.synchronize();

        auto* const native = static_cast<cudaStream_t>(stream.native_handle());
        cudaGraph_t graph{};
        cudaGraphExec_t executable{};
        REQUIRE(cudaStreamBeginCapture(native, cudaStreamCaptureModeGlobal) == cudaSuccess);
        gpu::inclusive_scan_into(policy, x.begin(), x.end(), y.begin());
        gpu::exclusive_scan_into(policy, y.begin(), y.end(), z.begin(), 2.5F); // of its results
        gpu::inclusive_scan_into(policy, numbers.begin(), numbers.end(), sums.begin());
        gpu::inclusive_scan_into(gpu::blelloch.on(stream), numbers.begin(), numbers.end(),
                                 numbers.begin(), gpu::maximum<>());
        REQUIRE(cudaStreamEndCapture(native, &graph) == cudaSuccess);
        REQUIRE(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);
        float const init = 2.5F;
        for (unsigned seed = 2; seed < 6; ++seed) {
            auto const values = test::random_values<float>(n, seed);
            gpu::copy(values, x.begin());
            REQUIRE(cudaGraphLaunch(executable, native) == cudaSuccess);
            // a call outside the graph, on another workspace
            gpu::device_vector<float> meanwhile(n, *device);
            gpu::inclusive_scan(x, meanwhile);
            stream.synchronize();
            auto const expected = inclusive(values);
            CHECK(are_same(meanwhile.to_host(), expected));
            CHECK(are_same(y.to_host(), expected));
            CHECK(are_same(z.to_host(), test::scanned(expected, gpu::kernel::plus(), &init, true)));
            CHECK(static_cast<std::int64_t>(sums[n - 1]) == 3 * static_cast<std::int64_t>(n));
            CHECK(static_cast<std::int64_t>(numbers[n - 1]) == 3);
        }
        CHECK(cudaGraphExecDestroy(executable) == cudaSuccess);
        CHECK(cudaGraphDestroy(graph) == cudaSuccess);
    }
}

TEST_CASE("a captured scan whose totals need memory of the graph") {
    auto const device = the_gpu();
    if (!device) return;
    std::size_t const n = 200'000'003; // doubles: 97,657 tiles
    gpu::device_vector<double> x(n, 1.0, *device), y(n, *device);
    gpu::stream const stream(*device);
    auto* const native = static_cast<cudaStream_t>(stream.native_handle());
    cudaGraph_t graph{};
    cudaGraphExec_t executable{};
    REQUIRE(cudaStreamBeginCapture(native, cudaStreamCaptureModeGlobal) == cudaSuccess);
    gpu::inclusive_scan_into(gpu::automatic.on(stream), x.begin(), x.end(), y.begin());
    REQUIRE(cudaStreamEndCapture(native, &graph) == cudaSuccess);
    REQUIRE(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);
    for (int again = 0; again < 3; ++again) {
        y[n - 1] = 0;
        REQUIRE(cudaGraphLaunch(executable, native) == cudaSuccess);
        stream.synchronize();
        CHECK(static_cast<double>(y[n - 1]) == static_cast<double>(n));
    }
    CHECK(cudaGraphExecDestroy(executable) == cudaSuccess);
    CHECK(cudaGraphDestroy(graph) == cudaSuccess);
}

TEST_CASE("scans at odd addresses") {
    auto const device = the_gpu();
    if (!device) return;
    std::size_t const n = 300'000;
    auto const x = test::random_values<float>(n + 3, 7);
    gpu::device_vector<float> const in(x, *device);
    gpu::device_vector<float> out(n + 8, -1.0F, *device);
    for (std::ptrdiff_t from = 0; from < 4; ++from)
        for (std::ptrdiff_t to = 1; to < 5; ++to) {
            INFO(from << " to " << to);
            auto const size = static_cast<std::ptrdiff_t>(n);
            gpu::inclusive_scan(in.begin() + from, in.begin() + from + size - 1, out.begin() + to);
            auto const seen = out.to_host();
            std::vector<float> const range(x.begin() + from, x.begin() + from + size - 1);
            auto const expected = inclusive(range);
            CHECK(std::equal(expected.begin(), expected.end(), seen.begin() + to));
            CHECK(seen[static_cast<std::size_t>(to) - 1] == -1.0F);
            CHECK(seen[static_cast<std::size_t>(to) + n - 1] == -1.0F);
            out = gpu::device_vector<float>(n + 8, -1.0F, *device);
        }
}

TEST_CASE("every strategy scans on a GPU, and CUB's") {
    auto const device = the_gpu();
    if (!device) return;
    std::size_t const n = 1'234'567;
    auto const x = test::random_values<std::int32_t>(n, 9);
    std::vector<std::uint32_t> const u(x.begin(), x.end());
    auto const expected = inclusive(u);
    gpu::device_vector<std::uint32_t> const in(u, *device);
    gpu::device_vector<std::uint32_t> out(n, *device);
    auto const check = [&](auto const& strategy) {
        INFO(strategy.name);
        gpu::report ran;
        gpu::inclusive_scan(strategy.report_to(ran), in, out);
        CHECK(ran.device == *device);
        CHECK(ran.strategy == strategy.name);
        CHECK(out.to_host() == expected);
        gpu::exclusive_scan(strategy, in, out, 5U);
        CHECK(static_cast<std::uint32_t>(out[0]) == 5U);
        CHECK(static_cast<std::uint32_t>(out[n - 1]) == 5U + expected[n - 2]);
    };
    check(gpu::hillis_steele);
    check(gpu::blelloch);
    check(gpu::cg_tile<1>);
    check(gpu::cg_tile<8>);
    check(gpu::cg_tile<32>);
    check(gpu::warp_shuffle);
    check(gpu::vendor);
    check(gpu::automatic);
}
