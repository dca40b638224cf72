// SPDX-License-Identifier: Apache-2.0
/// Selections and searches by expressions on every device: as the standard library's.
#include "expression/able_devices.hpp"

#include <gpualgo/remove.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

using namespace gpu::placeholders;
using test::numbers;
using test::same;

namespace {

constexpr std::size_t sizes_around_tiles[] = {0, 1, 31, 33, 2047, 2049, 20001};

template <class T>
struct parts {
    std::vector<T> selected, others;
};

template <class T, class F>
parts<T> expected_parts(std::vector<T> const& x, F const& f) {
    parts<T> expected;
    std::partition_copy(x.begin(), x.end(), std::back_inserter(expected.selected),
                        std::back_inserter(expected.others), f);
    return expected;
}

template <class T>
std::vector<T> up_to(gpu::device_vector<T> const& x, std::ptrdiff_t n) {
    return gpu::device_vector<T>(x.begin(), x.begin() + n).to_host();
}

} // namespace

TEMPLATE_TEST_CASE("expressions on devices: selections", "", std::int8_t, std::uint16_t,
                   std::int32_t, std::uint64_t, float, double, gpu::half, gpu::bfloat16) {
    int const a = 3;
    auto const f = _1 > a && !gpu::is_nan(_1);
    for (auto const d : test::able_devices())
        for (std::size_t const n : sizes_around_tiles) {
            CAPTURE(gpu::to_string(d), n);
            auto const x = numbers<TestType>(n, 1);
            auto const expected = expected_parts(x, f);
            gpu::device_vector<TestType> const on_x(x, d);
            gpu::report report;
            auto const policy = gpu::automatic.report_to(report);
            CHECK(gpu::count_if(policy, on_x, f) ==
                  static_cast<std::ptrdiff_t>(expected.selected.size()));
            CHECK(report.device == d);
            if (n > 0) CHECK(report.bytes == n * sizeof(TestType));

            gpu::device_vector<TestType> out(n, d), rest(n, d);
            auto const end = gpu::copy_if(policy, on_x, out, f);
            CHECK(same(up_to(out, end - out.begin()), expected.selected));
            CHECK(report.device == d);
            auto const end_of_rest = gpu::remove_copy_if(on_x, rest, f);
            CHECK(same(up_to(rest, end_of_rest - rest.begin()), expected.others));
            auto const [end1, end2] = gpu::partition_copy(on_x, rest, out, f);
            CHECK(same(up_to(rest, end1 - rest.begin()), expected.selected));
            CHECK(same(up_to(out, end2 - out.begin()), expected.others));
            gpu::device_vector<TestType> changed(x, d);
            auto const end_of_kept = gpu::remove_if(policy, changed, f);
            CHECK(same(up_to(changed, end_of_kept - changed.begin()), expected.others));
            CHECK(report.device == d);
            if (n < 2) continue; // at an address that vectors are not aligned to
            CHECK(gpu::count_if(on_x.begin() + 1, on_x.end(), f) ==
                  std::count_if(x.begin() + 1, x.end(), f));
        }
}

TEST_CASE("expressions on devices: selections of numbers by any value") {
    auto const x = numbers<std::int32_t>(3000, 2);
    for (auto const d : test::able_devices()) {
        gpu::device_vector<std::int32_t> const on_x(x, d);
        CHECK(gpu::count_if(on_x, _1 & 1) == // an int, not a bool
              std::count_if(x.begin(), x.end(), [](int v) { return v & 1; }));
        CHECK(gpu::count_if(on_x, _1 == _1) == 3000);
        std::vector<std::int32_t> out(x.size());
        auto const end = gpu::copy_if(gpu::automatic.on(d), x, out, _1 % 3 == 0);
        std::vector<std::int32_t> expected;
        std::copy_if(x.begin(), x.end(), std::back_inserter(expected),
                     [](int v) { return v % 3 == 0; });
        CHECK(std::vector<std::int32_t>(out.begin(), end) == expected);
        out = x;
        out.erase(gpu::remove_if(gpu::automatic.on(d), out, _1 % 3 != 0), out.end());
        CHECK(out == expected);
    }
}

TEST_CASE("expressions on devices: selections into too short a target") {
    for (auto const d : test::able_devices()) {
        CAPTURE(gpu::to_string(d));
        gpu::device_vector<float> x(3000, 1.f, d);
        gpu::device_vector<float> out(2999, d), elsewhere(3000, gpu::device::simulated());
        CHECK_THROWS_WITH(gpu::copy_if(x, out, _1 > 0), Catch::Contains("has 2999 elements"));
        CHECK_THROWS_WITH(gpu::copy_if(x.begin(), x.begin() + 100, x.begin() + 50, _1 > 0),
                          Catch::Contains("overlap"));
        if (d != gpu::device::simulated())
            CHECK_THROWS_AS(gpu::copy_if(x, elsewhere, _1 > 0), std::invalid_argument);
        CHECK_THROWS_AS(
            gpu::count_if(gpu::automatic.on(d == gpu::device::host() ? gpu::device::simulated()
                                                                     : gpu::device::host()),
                          x, _1 > 0),
            std::invalid_argument);
    }
}

TEMPLATE_TEST_CASE("expressions on devices: searches by a key", "", std::int8_t, std::int32_t,
                   std::uint64_t, float, double, gpu::half) {
    float const a = 2.5f;
    auto const key = gpu::abs(gpu::cast<float>(_1) - a);
    for (auto const d : test::able_devices())
        for (std::size_t const n : sizes_around_tiles) {
            CAPTURE(gpu::to_string(d), n);
            auto const x = numbers<TestType>(n, 3);
            std::vector<float> keys(n);
            for (std::size_t i = 0; i < n; ++i) keys[i] = key(x[i]);
            gpu::device_vector<TestType> const on_x(x, d);
            gpu::report report;
            auto const policy = gpu::automatic.report_to(report);
            auto const at = [&](auto const& i) { return i - on_x.begin(); };
            CHECK(at(gpu::min_element(policy, on_x, std::less<>(), key)) ==
                  gpu::min_element(keys) - keys.begin());
            CHECK(report.device == d);
            CHECK(at(gpu::max_element(on_x, std::less<>(), key)) ==
                  gpu::max_element(keys) - keys.begin());
            auto const [low, high] = gpu::minmax_element(on_x, std::greater<>(), key);
            auto const [first, last] = gpu::minmax_element(keys, std::greater<>());
            CHECK(at(low) == first - keys.begin());
            CHECK(at(high) == last - keys.begin());
            if (n > 1) // at an address that vectors are not aligned to
                CHECK(at(gpu::max_element(on_x.begin() + 1, on_x.end(), std::less<>(), key)) ==
                      gpu::max_element(keys.begin() + 1, keys.end()) - keys.begin());
            CHECK(gpu::min_element(gpu::automatic.on(d), x, std::less<>(), key) - x.begin() ==
                  gpu::min_element(keys) - keys.begin());
        }
}
