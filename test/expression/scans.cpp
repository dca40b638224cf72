// SPDX-License-Identifier: Apache-2.0
/// Scans and differences by expressions on every device: the host's bits.
#include "expression/able_devices.hpp"

#include <gpualgo/adjacent_difference.hpp>
#include <gpualgo/device_resource.hpp>
#include <gpualgo/kernel/scan/canonical.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/scan_into.hpp>
#include <gpualgo/stream.hpp>
#include <gpualgo/transform_scan.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

using namespace gpu::placeholders;
using test::numbers;
using test::same;

namespace {

// around warps, tiles, and blocks with several tiles
constexpr std::size_t sizes_of_scans[] = {0, 1, 2, 33, 2049, 4096, 60001};

/// The definition, by a lambda.
template <class T, class Op>
std::vector<T> prefixes(std::vector<T> const& x, Op op) {
    std::vector<T> out;
    gpu::kernel::canonical_prefixes<T>(x.begin(), x.size(), op,
                                       [&](T const& prefix) { out.push_back(prefix); });
    return out;
}

/// Each prefix, folded behind init.
template <class T, class Op>
std::vector<T> after(T init, std::vector<T> x, Op op) {
    for (T& prefix : x) prefix = op(init, prefix);
    return x;
}

} // namespace

TEMPLATE_TEST_CASE("expressions on devices: scans", "", std::int8_t, std::uint8_t, std::uint16_t,
                   std::int32_t, std::uint64_t, float, double) {
    // not associative: another order gives another result
    auto const f = gpu::select(_1 < _2, _2 - _1, _1 + _2);
    auto const op = [](TestType a, TestType b) {
        return gpu::cast<TestType>(gpu::select(_1 < _2, _2 - _1, _1 + _2))(a, b);
    };
    auto const init = static_cast<TestType>(3);
    for (auto const d : test::able_devices())
        for (std::size_t const n : sizes_of_scans) {
            CAPTURE(gpu::to_string(d), n);
            auto const x = numbers<TestType>(n, 3);
            auto const inclusive = prefixes(x, op), with_init = after(init, inclusive, op);
            auto exclusive = with_init;
            exclusive.insert(exclusive.begin(), init);
            exclusive.pop_back();
            if (n == 0) exclusive.clear();
            gpu::device_vector<TestType> const on_x(x, d);
            gpu::device_vector<TestType> out(n, d);
            gpu::report report;
            auto const policy = gpu::automatic.report_to(report);
            CHECK(gpu::inclusive_scan(policy, on_x, out, f) == out.end());
            CHECK(report.device == d);
            CHECK(report.bytes == n * sizeof(TestType));
            CHECK(same(out.to_host(), inclusive));
            gpu::inclusive_scan(on_x, out, f, init);
            CHECK(same(out.to_host(), with_init));
            gpu::exclusive_scan(on_x, out, init, f);
            CHECK(same(out.to_host(), exclusive));

            gpu::device_vector<TestType> place(x, d); // in place
            gpu::inclusive_scan(place, place, f);
            CHECK(same(place.to_host(), inclusive));
            std::vector<TestType> here(n);
            gpu::exclusive_scan(gpu::automatic.on(d), x, here, init, f);
            CHECK(same(here, exclusive));
            if (n < 2) continue; // at an address that vectors are not aligned to
            gpu::inclusive_scan(on_x.begin() + 1, on_x.end(), out.begin() + 1, f);
            auto const rest = prefixes(std::vector<TestType>(x.begin() + 1, x.end()), op);
            auto shifted = exclusive;
            std::copy(rest.begin(), rest.end(), shifted.begin() + 1);
            CHECK(same(out.to_host(), shifted));
        }
}

TEMPLATE_TEST_CASE("expressions on devices: scans of transformed elements", "", std::int8_t,
                   std::int32_t, float, double, gpu::half) {
    float const a = 0.5f;
    auto const f = gpu::abs(gpu::cast<float>(_1)) * a;
    for (auto const d : test::able_devices())
        for (std::size_t const n : sizes_of_scans) {
            CAPTURE(gpu::to_string(d), n);
            auto const x = numbers<TestType>(n, 4);
            std::vector<float> values(n), expected(n);
            for (std::size_t i = 0; i < n; ++i) values[i] = f(x[i]);
            gpu::device_vector<TestType> const on_x(x, d);
            gpu::device_vector<float> out(n, d);
            gpu::report report;
            auto const policy = gpu::automatic.report_to(report);
            gpu::inclusive_scan(values, expected);
            // by a precompiled operator, and by an expression
            gpu::transform_inclusive_scan(policy, on_x, out, gpu::plus<>(), f);
            CHECK(report.device == d);
            CHECK(same(out.to_host(), expected));
            gpu::transform_inclusive_scan(on_x.begin(), on_x.end(), out.begin(), _1 + _2, f);
            CHECK(same(out.to_host(), expected));
            gpu::exclusive_scan(values, expected, 2.f, gpu::maximum<>());
            gpu::transform_exclusive_scan(on_x, out, 2.f, gpu::max(_1, _2), f);
            CHECK(same(out.to_host(), expected));
            gpu::device_vector<double> wide(n, d); // elements and results of other types
            auto const sums = prefixes(std::vector<double>(values.begin(), values.end()),
                                       [](double s, double v) { return s + v; });
            gpu::transform_inclusive_scan(on_x, wide, _1 + _2, f, 0.0);
            CHECK(same(wide.to_host(), after(0.0, sums, [](double s, double v) { return s + v; })));
        }
}

TEMPLATE_TEST_CASE("expressions on devices: scans in stream order", "", std::int8_t, std::int32_t,
                   double) {
    auto const f = gpu::select(_1 < _2, _2 - _1, _1 + _2); // not associative
    auto const init = static_cast<TestType>(3);
    for (auto const d : test::able_devices()) {
        gpu::stream const stream(d);
        for (std::size_t const n : sizes_of_scans) {
            CAPTURE(gpu::to_string(d), n);
            gpu::device_vector<TestType> const x(numbers<TestType>(n, 3), d);
            gpu::device_vector<TestType> out(n, d), right(n, d);
            gpu::report report;
            auto const policy = gpu::automatic.on(stream).report_to(report);
            gpu::inclusive_scan_into(policy, x.begin(), x.end(), out.begin(), f);
            stream.synchronize();
            gpu::inclusive_scan(x, right, f);
            CHECK(same(out.to_host(), right.to_host()));
            CHECK(report.device == d);
            CHECK(report.bytes == n * sizeof(TestType));
            gpu::inclusive_scan_into(policy, x.begin(), x.end(), out.begin(), f, init);
            gpu::exclusive_scan_into(policy, out.begin(), out.end(), out.begin(), init, f);
            stream.synchronize();
            gpu::inclusive_scan(x, right, f, init);
            gpu::exclusive_scan(right, right, init, f);
            CHECK(same(out.to_host(), right.to_host()));
        }
    }
}

TEST_CASE("scans by expressions in stream order name themselves in errors, and take no resource") {
    for (auto const d : test::able_devices()) {
        gpu::device_vector<int> x(100, 1, d);
        CHECK_THROWS_WITH(gpu::inclusive_scan_into(gpu::automatic, x.begin(), x.end() - 1,
                                                   x.begin() + 1, gpu::max(_1, _2)),
                          Catch::Contains("gpu::inclusive_scan_into(automatic") &&
                              Catch::Contains("out overlaps an input"));
        gpu::device_resource memory(d);
        CHECK_THROWS_WITH(gpu::exclusive_scan_into(gpu::automatic.with(memory), x.begin(), x.end(),
                                                   x.begin(), 0, gpu::max(_1, _2)),
                          Catch::Contains("gpu::exclusive_scan_into has the workspace"));
        CHECK(x.to_host() == std::vector<int>(100, 1));
    }
}

TEST_CASE("scans by expressions on wrong ranges") {
    auto const simulated = gpu::device::simulated();
    gpu::device_vector<int> x(100, 1, simulated), there(100, gpu::device::host());
    CHECK_THROWS_WITH(gpu::inclusive_scan(x, there, gpu::max(_1, _2)),
                      Catch::Contains("gpu::inclusive_scan") && Catch::Contains("simulated") &&
                          Catch::Contains("host"));
    CHECK_THROWS_WITH(
        gpu::inclusive_scan(x.begin(), x.begin() + 50, x.begin() + 1, gpu::max(_1, _2)),
        Catch::Contains("out overlaps an input"));
    CHECK_THROWS_AS(
        gpu::inclusive_scan(gpu::automatic.on(gpu::device::host()), x, x, gpu::max(_1, _2)),
        std::invalid_argument);
    std::vector<int> const host(10, 1);
    std::vector<long> out(10);
    CHECK_THROWS_AS(gpu::inclusive_scan(gpu::automatic.on(simulated), host, out, gpu::max(_1, _2)),
                    gpu::unsupported_operator);
    CHECK(x.to_host() == std::vector<int>(100, 1));
}

TEMPLATE_TEST_CASE("expressions on devices: differences", "", std::int8_t, std::int32_t, double) {
    auto const f = gpu::select(_1 < _2, _2 - _1, _1 * 2 - _2);
    for (auto const d : test::able_devices())
        for (std::size_t const n : sizes_of_scans) {
            CAPTURE(gpu::to_string(d), n);
            auto const x = numbers<TestType>(n, 6);
            std::vector<TestType> expected(n);
            std::adjacent_difference(x.begin(), x.end(), expected.begin(), gpu::cast<TestType>(f));
            gpu::device_vector<TestType> on_x(x, d), out(n, d);
            gpu::adjacent_difference(on_x, out, f);
            CHECK(same(out.to_host(), expected));
            gpu::adjacent_difference(on_x, on_x, f); // in place
            CHECK(same(on_x.to_host(), expected));
        }
}
