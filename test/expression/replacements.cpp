// SPDX-License-Identifier: Apache-2.0
/// gpu::replace_if by expressions on every device: as std::replace_if.
#include "expression/able_devices.hpp"

#include <gpualgo/replace.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <list>
#include <vector>

using namespace gpu::placeholders;
using test::numbers;

namespace {

template <class T>
bool same_bits(std::vector<T> const& a, std::vector<T> const& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

} // namespace

TEMPLATE_TEST_CASE("replace_if by an expression", "", std::int8_t, std::uint16_t, std::int32_t,
                   std::uint64_t, float, double, gpu::half, gpu::bfloat16) {
    int const a = 3;
    auto const f = _1 > a && !gpu::is_nan(_1);
    for (auto const d : test::able_devices())
        for (std::size_t const n : {0u, 1u, 33u, 2049u, 20001u}) {
            CAPTURE(gpu::to_string(d), n);
            auto const x = numbers<TestType>(n, 1); // NaNs among them, which keep their bits
            auto const value = static_cast<TestType>(7);
            auto expected = x;
            std::replace_if(expected.begin(), expected.end(), f, value);
            gpu::report report;
            gpu::device_vector<TestType> on_x(x, d);
            gpu::replace_if(gpu::automatic.report_to(report), on_x, f, value);
            CHECK(report.device == d);
            CHECK(report.bytes == n * sizeof(TestType));
            CHECK(same_bits(on_x.to_host(), expected));
            auto there = x;
            gpu::replace_if(gpu::automatic.on(d), there, f, value);
            CHECK(same_bits(there, expected));
            if (n < 2) continue; // at an address that vectors are not aligned to
            gpu::device_vector<TestType> place(x, d);
            gpu::replace_if(place.begin() + 1, place.end(), _1 == _1, value);
            expected = x;
            std::replace_if(expected.begin() + 1, expected.end(), _1 == _1, value);
            CHECK(same_bits(place.to_host(), expected));
        }
}

TEMPLATE_TEST_CASE("replace_if keeps every bit of other elements", "", gpu::half, gpu::bfloat16) {
    std::vector<TestType> x;
    for (unsigned bits = 0; bits < 65536; ++bits)
        x.push_back(TestType::from_bits(static_cast<std::uint16_t>(bits)));
    for (auto const d : test::able_devices()) {
        CAPTURE(gpu::to_string(d));
        gpu::device_vector<TestType> on_x(x, d);
        gpu::replace_if(on_x, _1 == 2, TestType(3));
        auto expected = x;
        std::replace_if(expected.begin(), expected.end(), _1 == 2, TestType(3));
        CHECK(same_bits(on_x.to_host(), expected));
        CHECK_FALSE(same_bits(expected, x));
    }
}

TEST_CASE("replace_if by an expression on the host") {
    std::list<int> list{1, 2, 3};
    gpu::replace_if(list, _1 > 1, 0);
    CHECK(list == std::list{1, 0, 0});
    CHECK_THROWS_AS(gpu::replace_if(gpu::automatic.on(gpu::device::simulated()), list, _1 > 1, 0),
                    gpu::unsupported_operator);
    std::vector<int> x{1, 2, 3};
    CHECK_THROWS_AS(
        gpu::replace_if(
            gpu::automatic.on(gpu::device::simulated()), x, [](int v) { return v > 1; }, 0),
        gpu::unsupported_operator);
    CHECK(x == std::vector{1, 2, 3});
}
