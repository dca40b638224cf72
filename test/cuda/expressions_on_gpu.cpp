// SPDX-License-Identifier: Apache-2.0
/// Algorithms with expressions on a GPU: the host's bits; streams, graphs and threads. Skipped if
/// there is no run-time compiler.
#include "able_gpu.hpp"

#include "expression/cases.hpp"
#include "expression/values.hpp"

#include <gpualgo/adjacent_difference.hpp>
#include <gpualgo/any_of.hpp>
#include <gpualgo/fill.hpp>
#include <gpualgo/find.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/replace.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/scan_into.hpp>
#include <gpualgo/soa_vector.hpp>
#include <gpualgo/stencil.hpp>
#include <gpualgo/transform.hpp>
#include <gpualgo/transform_scan.hpp>
#include <gpualgo/views.hpp>

#include <catch2/catch.hpp>

#include <cuda_runtime_api.h>

#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <thread>
#include <tuple>
#include <type_traits>
#include <vector>

using namespace gpu::placeholders;
using test::able_gpu;

namespace {

constexpr std::size_t many = 10007; // values per function

} // namespace

TEST_CASE("large selections by expressions on a GPU, as on the host") {
    auto const device = able_gpu();
    if (!device) return;
    std::size_t const n = 10000019;
    auto const x = test::rough_numbers(n, 8);
    gpu::device_vector<float> const on_x(x, *device);
    gpu::device_vector<float> out(n, *device), rest(n, *device);
    for (float const limit : {-10.f, -1.f, 0.f, 2.f, 10.f}) {
        auto const f = _1 * _1 * _1 > limit;
        auto const count = gpu::count_if(gpu::automatic, x, f);
        CHECK(gpu::count_if(on_x, f) == count);
        CHECK(gpu::copy_if(on_x, out, f) - out.begin() == count);
        std::vector<float> expected(n);
        gpu::copy_if(gpu::automatic, x, expected, f);
        auto found = out.to_host();
        found.resize(static_cast<std::size_t>(count));
        expected.resize(found.size());
        CHECK(found == expected);
        auto const [a, b] =
            gpu::partition_copy(on_x.begin() + 1, on_x.end(), rest.begin(), out.begin(), f);
        CHECK((a - rest.begin()) + (b - out.begin()) == static_cast<std::ptrdiff_t>(n - 1));
        CHECK(gpu::count_if(rest.begin(), a, f) == a - rest.begin());
        CHECK(gpu::count_if(out.begin(), b, f) == 0);
    }
}

TEST_CASE("selections by a stencil on a GPU, as on the host") {
    auto const device = able_gpu();
    if (!device) return;
    for (std::size_t const n : {1u, 1000u, 10000019u}) {
        auto const x = test::rough_numbers(n, 9), stencil = test::rough_numbers(n, 10);
        gpu::device_vector<float> const on_x(x, *device), on_stencil(stencil, *device);
        gpu::device_vector<float> out(n, *device);
        std::vector<float> expected(n);
        expected.erase(gpu::copy_if(gpu::automatic, x, stencil, expected, _1 > 0), expected.end());
        auto const check = [&](auto const& policy) {
            auto const end = gpu::copy_if(policy, on_x, on_stencil, out, _1 > 0);
            auto found = out.to_host();
            found.resize(static_cast<std::size_t>(end - out.begin()));
            CHECK(found == expected);
        };
        check(gpu::automatic);
        check(gpu::vendor);
        auto const end =
            gpu::remove_copy_if(gpu::warp_shuffle, on_x, on_stencil, out, gpu::greater_than(0));
        CHECK(end - out.begin() == static_cast<std::ptrdiff_t>(n - expected.size()));
    }
}

TEST_CASE("large searches by expressions on a GPU, as on the host") {
    auto const device = able_gpu();
    if (!device) return;
    std::size_t const n = 10000019;
    gpu::device_vector<float> x(n, 1.f, *device);
    auto const f = _1 * _1 > 3;
    CHECK(gpu::find_if(x, f) == x.end());
    CHECK(gpu::all_of(x, _1 == 1));
    for (std::size_t const at : {n - 1, n / 2, n / 3, std::size_t{4097}, std::size_t{0}}) {
        x[at] = -2.f; // in front of the others
        CHECK(gpu::find_if(x, f) - x.begin() == static_cast<std::ptrdiff_t>(at));
        CHECK(gpu::find_if_not(x.begin(), x.end(), !f) - x.begin() ==
              static_cast<std::ptrdiff_t>(at));
        CHECK(gpu::any_of(x.begin() + 1, x.end(), f));
        CHECK_FALSE(gpu::none_of(x, f));
    }
}

TEMPLATE_TEST_CASE("scans by expressions on a GPU give the host's bits", "", std::int8_t,
                   std::uint8_t, std::uint16_t, std::int32_t, std::int64_t, float, double) {
    auto const device = able_gpu();
    if (!device) return;
    // not associative: another order gives another result
    auto const f = gpu::select(_1 < _2, _2 - _1, _1 + _2);
    auto const init = static_cast<TestType>(3);
    // a tile per block, and blocks with several tiles in shared memory
    for (std::size_t const n : {1u, 33u, 1000u, 100003u, 1u << 20, 10000019u})
        for (std::size_t const skipped : {0u, 1u}) {
            if (n == skipped) continue;
            CAPTURE(n, skipped);
            auto const x = test::values_of<TestType>(n, 7);
            std::vector<TestType> expected(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(n));
            gpu::device_vector<TestType> const on_x(expected, *device);
            gpu::device_vector<TestType> out(expected, *device);
            auto const first = static_cast<std::ptrdiff_t>(skipped);
            auto const compare = [&] {
                auto const got = out.to_host();
                std::size_t wrong = 0;
                for (std::size_t i = 0; i < n; ++i)
                    wrong += !test::same_result(got[i], expected[i]);
                CHECK(wrong == 0);
            };
            gpu::inclusive_scan(expected.begin() + first, expected.end(), expected.begin() + first,
                                f);
            gpu::inclusive_scan(on_x.begin() + first, on_x.end(), out.begin() + first, f);
            compare();
            gpu::exclusive_scan(expected.begin() + first, expected.end(), expected.begin() + first,
                                init, f);
            gpu::exclusive_scan(out.begin() + first, out.end(), out.begin() + first, init, f);
            compare(); // in place
            gpu::transform_inclusive_scan(expected, expected, f, _1 - 1, init);
            gpu::transform_inclusive_scan(out, out, f, _1 - 1, init);
            compare();
            gpu::adjacent_difference(expected, expected, gpu::cast<TestType>(_1 * 2 - _2));
            gpu::adjacent_difference(out, out, _1 * 2 - _2);
            compare();
            gpu::replace_if(expected, _1 > 2, init);
            gpu::replace_if(out, _1 > 2, init);
            compare();
        }
}

TEMPLATE_TEST_CASE("large searches by a key on a GPU find what searches of keys find", "",
                   std::int8_t, std::int64_t, float, double) {
    auto const device = able_gpu();
    if (!device) return;
    std::size_t const n = 10000019;
    auto const x = test::values_of<TestType>(n, 9);
    gpu::device_vector<TestType> const on_x(x, *device);
    auto const compare = [&](auto const& key) {
        std::vector<std::remove_cvref_t<decltype(key(x[0]))>> keys(n);
        for (std::size_t i = 0; i < n; ++i) keys[i] = key(x[i]);
        for (std::ptrdiff_t const skipped : {0, 1}) {
            CAPTURE(skipped);
            auto const first = keys.begin() + skipped;
            auto const on_first = on_x.begin() + skipped;
            auto const by = std::greater<>();
            CHECK(gpu::min_element(on_first, on_x.end(), by, key) - on_first ==
                  gpu::min_element(gpu::automatic, first, keys.end(), by) - first);
            auto const [low, high] = gpu::minmax_element(on_first, on_x.end(), std::less<>(), key);
            auto const [a, b] = gpu::minmax_element(gpu::automatic, first, keys.end());
            CHECK(low - on_first == a - first);
            CHECK(high - on_first == b - first);
        }
    };
    compare(gpu::cast<float>(_1) * 0.5f); // NaNs among them, -0 and 0
    compare(gpu::cast<double>(_1) - 3);
    compare(gpu::cast<std::uint8_t>(_1));
    compare(gpu::cast<std::int16_t>(_1));
    compare(gpu::cast<std::uint64_t>(_1));
}

TEST_CASE("scans by expressions in the order of a stream, and captured into a graph") {
    auto const device = able_gpu();
    if (!device) return;
    gpu::stream const stream(*device);
    auto const handle = static_cast<cudaStream_t>(stream.native_handle());
    auto const policy = gpu::automatic.on(stream);
    auto const f = gpu::select(_1 < _2, _2 - _1, _1 + _2);
    auto const x = test::values_of<std::int32_t>(100003, 11);
    std::vector<std::int32_t> expected(x.size());
    gpu::inclusive_scan(x, expected, f);
    gpu::device_vector<std::int32_t> const on_x(x, *device);
    gpu::device_vector<std::int32_t> out(x.size(), *device);
    auto const scan = [&] {
        gpu::inclusive_scan_into(policy, on_x.begin(), on_x.end(), out.begin(), f);
    };
    scan();
    stream.synchronize();
    CHECK(out.to_host() == expected);
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr;
    REQUIRE(cudaStreamBeginCapture(handle, cudaStreamCaptureModeThreadLocal) == cudaSuccess);
    scan();
    REQUIRE(cudaStreamEndCapture(handle, &graph) == cudaSuccess);
    REQUIRE(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);
    for (int i = 0; i < 3; ++i) {
        gpu::fill(out, 0);
        REQUIRE(cudaGraphLaunch(executable, handle) == cudaSuccess);
        stream.synchronize();
        CHECK(out.to_host() == expected);
    }
    CHECK(cudaGraphExecDestroy(executable) == cudaSuccess);
    CHECK(cudaGraphDestroy(graph) == cudaSuccess);
}

TEST_CASE("casts of floating-point numbers saturate on a GPU") {
    auto const device = able_gpu();
    if (!device) return;
    auto const x = test::values_of<double>(many, 3);
    gpu::device_vector<double> const on_x(x, *device);
    auto const compare = [&]<class To>(To) {
        gpu::device_vector<To> out(many, *device);
        gpu::transform(on_x, out, gpu::cast<To>(_1 * 0.5));
        auto const got = out.to_host();
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < many; ++i) wrong += got[i] != gpu::cast<To>(_1 * 0.5)(x[i]);
        CHECK(wrong == 0);
    };
    compare(std::int8_t());
    compare(std::uint16_t());
    compare(std::int32_t());
    compare(std::uint32_t());
    compare(std::int64_t());
    compare(std::uint64_t());
}

TEMPLATE_TEST_CASE("functions that round differently on a GPU stay within 4 ulp", "", float,
                   double) {
    auto const device = able_gpu();
    if (!device) return;
    std::vector<TestType> x(many);
    for (std::size_t i = 0; i < many; ++i)
        x[i] = static_cast<TestType>(-4.9995 + 1e-3 * static_cast<double>(i));
    gpu::device_vector<TestType> const on_x(x, *device);
    double const ulp = std::numeric_limits<TestType>::epsilon();
    test::visit_transcendental_functions<TestType>([&](auto const& f, auto const&) {
        gpu::device_vector<TestType> out(many, *device);
        gpu::transform(on_x, on_x, out, f);
        auto const got = out.to_host();
        for (std::size_t i = 0; i < many; ++i) {
            double const given = x[i], host = f(given, given);
            CAPTURE(given, host, got[i]);
            if (std::isnan(host)) REQUIRE(std::isnan(got[i])); // log(-1)
            else REQUIRE(std::abs(host - got[i]) <= 4 * ulp * std::abs(host));
        }
    });
}

TEST_CASE("reductions by expressions on a GPU give the host's bits") {
    auto const device = able_gpu();
    if (!device) return;
    for (std::size_t const n : {1, 100, 2049, 100003, 5000000}) {
        auto const x = test::rough_numbers(n, 5), y = test::rough_numbers(n, 6);
        gpu::device_vector<float> const on_x(x, *device), on_y(y, *device);
        auto const sum = gpu::select(_1 < _2, _2 - _1, _1 + _2);
        std::ptrdiff_t const skipped = n > 1 ? 1 : 0;
        CAPTURE(n);
        CHECK(test::same_result(gpu::reduce(on_x, 1.f, sum), gpu::reduce(x, 1.f, sum)));
        CHECK(test::same_result(gpu::reduce(on_x, 1.f, _1 + _2), gpu::reduce(x, 1.f)));
        auto const distance = gpu::sqrt(gpu::abs(_1 - _2)) * 3.f;
        CHECK(test::same_result(
            gpu::transform_reduce(on_x, on_y, 0.0, gpu::plus<>(), distance),
            gpu::transform_reduce(gpu::automatic, x, y, 0.0, gpu::plus<>(), distance)));
        // at an address that vectors are not aligned to
        CHECK(test::same_result(gpu::reduce(on_x.begin() + skipped, on_x.end(), 1.f, sum),
                                gpu::reduce(x.begin() + skipped, x.end(), 1.f, sum)));
    }
}

TEST_CASE("expressions of fields on a GPU give the host's bits") {
    auto const device = able_gpu();
    if (!device) return;
    using gpu::field;
    std::size_t const n = 100003;
    auto const x = test::rough_numbers(n, 7), y = test::rough_numbers(n, 8);
    std::vector<std::tuple<float, double, float>> rows;
    for (std::size_t i = 0; i < n; ++i) rows.emplace_back(x[i], i, y[i]);
    gpu::soa_vector<float, double, float> const v(rows, *device);
    auto const product = field<0>(_1) * field<2>(_1);
    CHECK(test::same_result(gpu::transform_reduce(v, 0.f, gpu::plus<>(), product),
                            gpu::transform_reduce(x, y, 0.f)));
    CHECK(gpu::count_if(v, field<0>(_1) < field<2>(_1)) ==
          gpu::count_if(rows, field<0>(_1) < field<2>(_1)));
    gpu::device_vector<double> out(n, *device);
    gpu::transform(v, out, field<1>(_1) * field<2>(_1)); // of two sizes
    auto const got = out.to_host();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < n; ++i)
        wrong += !test::same_result(got[i], (field<1>(_1) * field<2>(_1))(rows[i]));
    CHECK(wrong == 0);
}

TEST_CASE("transforms on streams, and captured into a graph") {
    auto const device = able_gpu();
    if (!device) return;
    gpu::device_vector<int> x(100000, 1, *device);
    gpu::stream stream(*device);
    auto const policy = gpu::automatic.on(stream);
    gpu::transform(policy, x, x, _1 * 3);
    gpu::transform(policy, x, x, _1 + 1);
    stream.synchronize();
    CHECK(x.to_host() == std::vector<int>(100000, 4));

    auto* const handle = static_cast<cudaStream_t>(stream.native_handle());
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr;
    REQUIRE(cudaStreamBeginCapture(handle, cudaStreamCaptureModeThreadLocal) == cudaSuccess);
    gpu::transform(policy, x, x, _1 * 2); // compiled during the capture
    REQUIRE(cudaStreamEndCapture(handle, &graph) == cudaSuccess);
    REQUIRE(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);
    for (int i = 0; i < 3; ++i) REQUIRE(cudaGraphLaunch(executable, handle) == cudaSuccess);
    stream.synchronize();
    CHECK(x.to_host() == std::vector<int>(100000, 32));
    CHECK(cudaGraphExecDestroy(executable) == cudaSuccess);
    CHECK(cudaGraphDestroy(graph) == cudaSuccess);
}

TEST_CASE("eight threads compile and run expressions at once") {
    auto const device = able_gpu();
    if (!device) return;
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t)
        threads.emplace_back([&, t] {
            gpu::device_vector<int> x(10000, 1, *device);
            for (int i = 0; i < 20; ++i) {
                gpu::transform(x, x, (_1 ^ i) + t);
                gpu::transform(x, x, (_1 - t) ^ i);
                wrong += gpu::reduce(x, 0, _1 + _2) != 10000;
            }
        });
    for (auto& thread : threads) thread.join();
    CHECK(wrong == 0);
}
