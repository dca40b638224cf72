// SPDX-License-Identifier: Apache-2.0
/// Searches for the first match by expressions on every device: as the standard library's.
#include "expression/able_devices.hpp"

#include <gpualgo/any_of.hpp>
#include <gpualgo/find.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <list>
#include <stdexcept>
#include <vector>

using namespace gpu::placeholders;
using test::numbers;

namespace {

constexpr std::size_t sizes_of_searches[] = {0, 1, 31, 33, 4095, 20001};

/// Elements of which only the one at a position matches `_1 > limit`.
template <class T>
std::vector<T> one_at(std::size_t n, std::size_t position) {
    std::vector<T> x(n, static_cast<T>(1));
    if (position < n) x[position] = static_cast<T>(7);
    return x;
}

} // namespace

TEMPLATE_TEST_CASE("expressions on devices: searches", "", std::int8_t, std::uint16_t, std::int32_t,
                   std::uint64_t, float, double, gpu::half, gpu::bfloat16) {
    int const limit = 5;
    auto const f = _1 * 2 > limit && !gpu::is_nan(_1);
    for (auto const d : test::able_devices())
        for (std::size_t const n : sizes_of_searches)
            for (std::size_t const at : {std::size_t{0}, n / 2, n - n / 8, n}) {
                CAPTURE(gpu::to_string(d), n, at);
                auto const x = one_at<TestType>(n, at);
                auto const expected = std::find_if(x.begin(), x.end(), f) - x.begin();
                gpu::device_vector<TestType> const on_x(x, d);
                gpu::report report;
                auto const policy = gpu::automatic.report_to(report);
                CHECK(gpu::find_if(policy, on_x, f) - on_x.begin() == expected);
                CHECK(report.device == d);
                bool const has_match = at < n;
                CHECK(gpu::find_if_not(on_x, !f) - on_x.begin() == expected);
                CHECK(gpu::any_of(on_x, f) == has_match);
                CHECK(gpu::none_of(on_x.begin(), on_x.end(), f) == !has_match);
                CHECK(gpu::all_of(on_x, !f) == !has_match);
                CHECK(gpu::find_if(gpu::automatic.on(d), x, f) - x.begin() == expected);
                if (n < 2) continue; // at an address that vectors are not aligned to
                CHECK(gpu::find_if(on_x.begin() + 1, on_x.end(), f) - on_x.begin() ==
                      std::find_if(x.begin() + 1, x.end(), f) - x.begin());
            }
}

TEST_CASE("expressions on devices: the first of many matches") {
    auto const x = numbers<float>(100000, 4);
    for (auto const d : test::able_devices()) {
        gpu::device_vector<float> const on_x(x, d);
        for (float const limit : {-1.f, 0.f, 0.5f, 1e30f}) {
            CAPTURE(gpu::to_string(d), limit);
            auto const f = gpu::abs(_1) * _1 < limit;
            CHECK(gpu::find_if(on_x, f) - on_x.begin() ==
                  std::find_if(x.begin(), x.end(), f) - x.begin());
        }
        CHECK(gpu::any_of(on_x, _1 != _1) == std::any_of(x.begin(), x.end(), _1 != _1));
    }
}

TEST_CASE("searches by expressions on wrong ranges") {
    auto const simulated = gpu::device::simulated();
    gpu::device_vector<int> const x(10, 1, simulated);
    CHECK_THROWS_AS(gpu::any_of(gpu::automatic.on(gpu::device::host()), x, _1 > 0),
                    std::invalid_argument);
    std::list<int> const list{1, 2};
    CHECK(*gpu::find_if(gpu::automatic, list, _1 > 1) == 2);
    CHECK_THROWS_AS(gpu::any_of(gpu::automatic.on(simulated), list, _1 > 1),
                    gpu::unsupported_operator);
}
