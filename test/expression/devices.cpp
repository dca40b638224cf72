// SPDX-License-Identifier: Apache-2.0
/// Algorithms with expressions on every device: the host's bits.
#include "expression/able_devices.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <list>
#include <stdexcept>
#include <string>
#include <vector>

using namespace gpu::placeholders;
using test::numbers;
using test::same;

namespace {

constexpr std::size_t sizes[] = {0, 1, 31, 100, 2049, 20001};

} // namespace

TEMPLATE_TEST_CASE("expressions on devices: transform", "", std::int8_t, std::uint16_t,
                   std::int32_t, std::int64_t, float, double) {
    TestType const a = 3;
    auto const f = gpu::select(_1 < _2, a * _1 + _2, _2 - _1);
    for (auto const d : test::able_devices())
        for (std::size_t const n : sizes) {
            CAPTURE(gpu::to_string(d), n);
            auto const x = numbers<TestType>(n, 1), y = numbers<TestType>(n, 2);
            std::vector<TestType> expected(n);
            for (std::size_t i = 0; i < n; ++i) expected[i] = gpu::cast<TestType>(f)(x[i], y[i]);
            gpu::device_vector<TestType> const on_x(x, d), on_y(y, d);
            gpu::device_vector<TestType> out(n, d);
            gpu::report report;
            auto const policy = gpu::automatic.report_to(report);
            auto const end = gpu::transform(policy, on_x, on_y, out, f);
            CHECK(end == out.end());
            CHECK(report.device == d);
            CHECK(report.bytes == 2 * n * sizeof(TestType));
            CHECK(same(out.to_host(), expected));
            // in place, from the second element on
            if (n < 2) continue;
            gpu::device_vector<TestType> place(y, d);
            gpu::transform(on_x.begin() + 1, on_x.end(), place.begin() + 1, place.begin() + 1, f);
            auto shifted = expected;
            shifted[0] = y[0];
            CHECK(same(place.to_host(), shifted));
        }
}

TEST_CASE("expressions on devices: transform to another type") {
    for (auto const d : test::able_devices()) {
        CAPTURE(gpu::to_string(d));
        auto const x = numbers<float>(3000, 5);
        auto const y = numbers<std::int64_t>(3000, 6);
        gpu::device_vector<float> const on_x(x, d);
        gpu::device_vector<std::int64_t> const on_y(y, d);
        gpu::device_vector<std::uint8_t> bytes(3000, d);
        gpu::transform(on_x, bytes, _1 * 0.5 + 7);
        gpu::device_vector<double> doubles(3000, d);
        gpu::transform(on_x, on_y, doubles, _1 - _2);
        auto const got = bytes.to_host();
        auto const differences = doubles.to_host();
        for (std::size_t i = 0; i < x.size(); ++i) {
            REQUIRE(got[i] == gpu::cast<std::uint8_t>(_1 * 0.5 + 7)(x[i]));
            REQUIRE(test::same_result<double>(differences[i], (_1 - _2)(x[i], y[i])));
        }
    }
}

TEMPLATE_TEST_CASE("expressions on devices: reduce", "", std::int8_t, std::uint16_t, std::int32_t,
                   std::uint64_t, float, double) {
    // not associative: another order gives another result
    auto const f = gpu::select(_1 < _2, _2 - _1, _1 + _2);
    for (auto const d : test::able_devices())
        for (std::size_t const n : sizes) {
            CAPTURE(gpu::to_string(d), n);
            auto const x = numbers<TestType>(n, 3);
            gpu::device_vector<TestType> const on_x(x, d);
            CHECK(test::same_result(gpu::reduce(on_x, TestType(1), f),
                                    gpu::reduce(x, TestType(1), f)));
            CHECK(test::same_result(gpu::reduce(on_x, 0.5, f), gpu::reduce(x, 0.5, f)));
            CHECK(test::same_result(gpu::reduce(on_x, TestType(1), gpu::max(_1, _2)),
                                    gpu::reduce(x, TestType(1), gpu::maximum<>())));
        }
}

TEMPLATE_TEST_CASE("expressions on devices: transform_reduce", "", std::int16_t, std::int32_t,
                   float, double) {
    float const limit = 0.25f;
    auto const f = gpu::select(_1 > limit, gpu::sqrt(gpu::abs(_1)), 1.5f);
    auto const g = gpu::abs(_1 - _2) * 0.5f;
    for (auto const d : test::able_devices())
        for (std::size_t const n : sizes) {
            CAPTURE(gpu::to_string(d), n);
            auto const x = numbers<TestType>(n, 3), y = numbers<TestType>(n, 4);
            gpu::device_vector<TestType> const on_x(x, d), on_y(y, d);
            gpu::report report;
            auto const policy = gpu::automatic.report_to(report);
            CHECK(
                test::same_result(gpu::transform_reduce(policy, on_x, 0.0, gpu::plus<>(), f),
                                  gpu::transform_reduce(gpu::automatic, x, 0.0, gpu::plus<>(), f)));
            CHECK(report.device == d);
            CHECK(test::same_result(gpu::transform_reduce(on_x, on_y, 1.0, gpu::min(_1, _2), g),
                                    gpu::transform_reduce(x, y, 1.0, gpu::min(_1, _2), g)));
            CHECK(test::same_result(
                gpu::transform_reduce(on_x.begin(), on_x.end(), 0.0, gpu::maximum<>(), _1 * _1),
                gpu::transform_reduce(x, 0.0, gpu::maximum<>(), _1 * _1)));
        }
}

TEST_CASE("expressions on devices: transform_reduce of two ranges whose elements differ in size") {
    auto const f = gpu::abs(_1 - _2) * 0.5f;
    for (auto const d : test::able_devices())
        for (std::size_t const n : sizes) {
            CAPTURE(gpu::to_string(d), n);
            auto const x = numbers<float>(n, 3);
            auto const y = numbers<double>(n, 4);
            auto const z = numbers<std::int8_t>(n, 5);
            gpu::device_vector<float> const on_x(x, d);
            gpu::device_vector<double> const on_y(y, d);
            gpu::device_vector<std::int8_t> const on_z(z, d);
            CHECK(test::same_result(gpu::transform_reduce(on_x, on_y, 1.0, gpu::plus<>(), f),
                                    gpu::transform_reduce(x, y, 1.0, gpu::plus<>(), f)));
            CHECK(test::same_result(gpu::transform_reduce(on_z, on_x, 1.f, _1 + _2 * 2, f),
                                    gpu::transform_reduce(z, x, 1.f, _1 + _2 * 2, f)));
        }
}

TEST_CASE("expressions on devices: ranges of the host are copied there") {
    auto const x = numbers<double>(5000, 7);
    std::vector<double> expected(x.size()), out(x.size());
    gpu::transform(x, expected, gpu::abs(_1) + 1);
    for (auto const d : test::able_devices()) {
        CAPTURE(gpu::to_string(d));
        out.assign(x.size(), 0);
        gpu::transform(gpu::automatic.on(d), x, out, gpu::abs(_1) + 1);
        CHECK(same(out, expected));
    }
    std::list<double> const list(x.begin(), x.end());
    out.assign(x.size(), 0);
    gpu::transform(gpu::automatic, list, out, [](double v) { return std::abs(v) + 1; });
    CHECK(same(out, expected));
    CHECK_THROWS_AS(gpu::transform(gpu::automatic.on(gpu::device::simulated()), x, out,
                                   [](double v) { return v; }),
                    gpu::unsupported_operator);
}

TEST_CASE("expressions on devices: wrong ranges") {
    auto const simulated = gpu::device::simulated();
    gpu::device_vector<int> x(10, simulated), y(9, simulated), there(10, gpu::device::host());
    CHECK_THROWS_AS(gpu::transform(x, y, _1), std::invalid_argument);
    CHECK_THROWS_AS(gpu::transform(x, y, x, _1 + _2), std::invalid_argument);
    CHECK_THROWS_WITH(gpu::transform(x, there, _1),
                      Catch::Contains("simulated") && Catch::Contains("host"));
    CHECK_THROWS_WITH(gpu::transform(x.begin(), x.begin() + 5, x.begin() + 1, _1),
                      Catch::Contains("out overlaps an input"));
    CHECK_THROWS_AS(gpu::transform(gpu::automatic.on(gpu::device::host()), x, x, _1),
                    std::invalid_argument);
}

TEST_CASE("transforms of the host by callables") {
    std::vector<int> const x{1, 2, 3};
    std::vector<double> out(4, -1);
    CHECK(gpu::transform(x.begin(), x.end(), out.begin(), [](int v) { return v * 0.5; }) ==
          out.begin() + 3);
    CHECK(out == std::vector<double>{0.5, 1, 1.5, -1});
    gpu::transform(x, x, out, [](int a, int b) { return a - 2 * b; });
    CHECK(out == std::vector<double>{-1, -2, -3, -1});
    std::vector<int> many(100000, 3);
    gpu::transform(gpu::automatic, many, many, [](int v) { return v + 1; });
    CHECK(many == std::vector<int>(100000, 4));
    auto const fails = [](int v) { return v == 4 ? throw std::runtime_error("4") : v; };
    CHECK_THROWS_WITH(gpu::transform(gpu::automatic, many, many, fails), "4");
}
