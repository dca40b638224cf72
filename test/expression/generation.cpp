// SPDX-License-Identifier: Apache-2.0
/// gpu::generate and gpu::for_each on every device, and 16-bit types.
#include "expression/able_devices.hpp"

#include <gpualgo/generate.hpp>

#include <catch2/catch.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <stdexcept>
#include <vector>

using namespace gpu::placeholders;
using test::numbers;
using test::same;

TEMPLATE_TEST_CASE("generate by index", "", std::int8_t, std::uint16_t, std::int64_t, float,
                   gpu::half) {
    double const a = 0.75;
    auto const f = (_1 % 1000) * a - 17;
    for (auto const d : test::able_devices())
        for (std::size_t const n : {0u, 1u, 33u, 2049u, 70001u}) {
            CAPTURE(gpu::to_string(d), n);
            std::vector<TestType> expected(n);
            for (std::size_t i = 0; i < n; ++i)
                expected[i] = gpu::detail::convert_number<TestType>()(f(i));
            gpu::report report;
            gpu::device_vector<TestType> x(n, d);
            gpu::generate(gpu::automatic.report_to(report), x, f);
            CHECK(report.device == d);
            CHECK(same(x.to_host(), expected));
            std::vector<TestType> here(n);
            gpu::generate(gpu::automatic.on(d), here, f);
            CHECK(same(here, expected));
            if (n == 0) continue;
            gpu::generate(x.begin() + 1, x.end(), f);
            CHECK(test::same_result(x.to_host().back(), expected.at(n > 1 ? n - 2 : 0)));
        }
}

TEST_CASE("generate on the host") {
    std::vector<int> x(5);
    gpu::generate(x.begin(), x.end(), [](std::size_t i) { return static_cast<int>(i * i); });
    CHECK(x == std::vector{0, 1, 4, 9, 16});
    int next = 0;
    gpu::generate(x, [&] { return next++; }); // in order, without a position
    CHECK(x == std::vector{0, 1, 2, 3, 4});
    std::list<double> list(3);
    gpu::generate(list, _1 * 0.5);
    CHECK(list == std::list{0., 0.5, 1.});
    std::vector<std::size_t> many(100000), expected(100000);
    for (std::size_t i = 0; i < many.size(); ++i) expected[i] = i;
    gpu::generate(gpu::automatic, many, [](std::size_t i) { return i; });
    CHECK(many == expected);
    std::vector<std::unique_ptr<int>> owners(3);
    gpu::generate(owners, [] { return std::make_unique<int>(4); });
    CHECK(*owners[2] == 4);
    CHECK_THROWS_WITH(gpu::generate(gpu::automatic, many,
                                    [](std::size_t i) {
                                        return i == 70000 ? throw std::runtime_error("70000") : i;
                                    }),
                      "70000");
    CHECK_THROWS_WITH(gpu::generate(gpu::automatic.on(gpu::device::simulated()), many,
                                    [](std::size_t i) { return i; }),
                      Catch::Contains("gpu::generate") && Catch::Contains("must be an expression"));
}

TEMPLATE_TEST_CASE("for_each changes elements", "", std::uint8_t, std::int32_t, double,
                   gpu::bfloat16) {
    for (auto const d : test::able_devices())
        for (std::size_t const n : {0u, 1u, 2049u, 20001u}) {
            CAPTURE(gpu::to_string(d), n);
            auto x = numbers<TestType>(n, 7);
            gpu::device_vector<TestType> on_x(x, d);
            auto const change = _1 = gpu::select(_1 > 2, _1 * 0.5f, 1);
            for (auto& v : x) change(v);
            gpu::report report;
            gpu::for_each(gpu::automatic.report_to(report), on_x, change);
            CHECK(report.device == d);
            CHECK(same(on_x.to_host(), x));
            gpu::for_each(on_x.begin(), on_x.end(), _1 += 3);
            gpu::for_each(gpu::automatic.on(d), x, _1 += 3);
            CHECK(same(on_x.to_host(), x));
        }
}

TEST_CASE("assignments are those of C++") {
    auto const changed = [](auto const& f, int x) {
        f(x);
        return x;
    };
    CHECK(changed(_1 = 5, 3) == 5);
    CHECK(changed(_1 = _1 * _1, 3) == 9);
    CHECK(changed(_1 += 2, 3) == 5);
    CHECK(changed(_1 -= 2, 3) == 1);
    CHECK(changed(_1 *= 1.5, 3) == 4);
    CHECK(changed(_1 /= 2, 7) == 3);
    CHECK(changed(_1 %= 4, 7) == 3);
    CHECK(changed(_1 &= 6, 3) == 2);
    CHECK(changed(_1 |= 4, 3) == 7);
    CHECK(changed(_1 ^= 1, 3) == 2);
    CHECK(changed(_1 <<= 2, 3) == 12);
    CHECK(changed(_1 >>= 1, 3) == 1);
}

TEST_CASE("for_each on the host") {
    std::vector<int> x(100000, 1);
    struct counter {
        int calls = 0;
        void operator()(int) { ++calls; }
    };
    CHECK(gpu::for_each(x, counter()).calls == 100000);
    std::atomic<int> sum = 0;
    gpu::for_each(gpu::automatic, x, [&](int& v) { sum += v++; });
    CHECK(sum == 100000);
    CHECK(x == std::vector<int>(100000, 2));
    std::list<int> list{1, 2};
    gpu::for_each(gpu::automatic, list, _1 *= 3);
    CHECK(list == std::list{3, 6});
}

TEMPLATE_TEST_CASE("16-bit types are converted to float, and rounded once", "", gpu::half,
                   gpu::bfloat16) {
    auto const x = numbers<TestType>(20000, 8), y = numbers<TestType>(20000, 9);
    auto const doubles = numbers<double>(20000, 10);
    auto const integers = numbers<std::int64_t>(20000, 11);
    auto const f = gpu::cast<TestType>(_1 * _2) + TestType(0.1f);
    for (auto const d : test::able_devices()) {
        CAPTURE(gpu::to_string(d));
        gpu::device_vector<TestType> const on_x(x, d), on_y(y, d);
        gpu::device_vector<TestType> out(x.size(), d);
        gpu::transform(on_x, on_y, out, f);
        auto const products = out.to_host();
        gpu::transform(gpu::device_vector<double>(doubles, d), out, _1);
        auto const rounded = out.to_host();
        gpu::transform(gpu::device_vector<std::int64_t>(integers, d), out, _1);
        auto const rounded_integers = out.to_host();
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            float const product = float(TestType(float(x[i]) * float(y[i])));
            wrong += !test::same_result(products[i], TestType(product + float(TestType(0.1f))));
            wrong += !test::same_result(rounded[i], TestType(doubles[i]));
            wrong += !test::same_result(rounded_integers[i], TestType(integers[i]));
        }
        CHECK(wrong == 0);
        CHECK(test::same_result(gpu::reduce(on_x, 0.f, gpu::max(_1, _2)),
                                gpu::reduce(x, 0.f, gpu::max(_1, _2))));
        CHECK(test::same_result(
            gpu::transform_reduce(on_x, on_y, 0.f, gpu::plus<>(), _1 - _2),
            gpu::transform_reduce(gpu::automatic, x, y, 0.f, gpu::plus<>(), _1 - _2)));
    }
}
