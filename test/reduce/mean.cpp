// SPDX-License-Identifier: Apache-2.0
/// mean of every listed type on every device, and of extreme values.
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <iterator>
#include <limits>
#include <list>
#include <sstream>
#include <tuple>
#include <vector>

namespace {

static_assert(std::same_as<decltype(gpu::mean(std::vector<int>())), double>);
static_assert(std::same_as<decltype(gpu::mean(std::vector<unsigned long>())), double>);
static_assert(std::same_as<decltype(gpu::mean(std::vector<float>())), float>);
static_assert(
    std::same_as<decltype(gpu::mean(gpu::interleaved, std::vector<gpu::half>())), gpu::half>);
static_assert(gpu::mean(std::array{1, 2}) == 1.5);
static_assert(gpu::mean(std::array{1L, 2L}) == 1.5);
static_assert(gpu::mean(std::array{gpu::half(1), gpu::half(2)}).bits() == gpu::half(1.5).bits());

using listed =
    std::tuple<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
               std::uint32_t, std::uint64_t, float, double, gpu::half, gpu::bfloat16>;

} // namespace

TEMPLATE_LIST_TEST_CASE("the mean of every listed type on every device", "[mean]", listed) {
    std::vector<TestType> x;
    for (int i = 0; i < 2000; ++i) x.push_back(static_cast<TestType>(i % 101)); // sums are exact
    double sum = 0;
    for (TestType const v : x) sum += static_cast<double>(v);
    auto const expected = static_cast<gpu::detail::mean_type<TestType>>(sum / 2000);
    for (auto const device : gpu::devices()) {
        gpu::report ran;
        CHECK(gpu::mean(gpu::automatic.on(device).report_to(ran), x) == expected);
        CHECK(ran.device == device);
        CHECK(gpu::mean(gpu::warp_shuffle.on(device), x.begin(), x.end()) == expected);
        gpu::device_vector<TestType> const v(x, device);
        CHECK(gpu::mean(v) == expected);
        CHECK(gpu::mean(v.begin(), v.end()) == expected);
    }
    CHECK(gpu::mean(std::list<TestType>(x.begin(), x.end())) == expected);
    CHECK(std::isnan(static_cast<double>(gpu::mean(std::vector<TestType>()))));
}

TEST_CASE("means of extreme values", "[mean]") {
    for (auto const device : gpu::devices()) {
        auto const on = gpu::automatic.on(device);
        CHECK(gpu::mean(on, std::vector<std::int8_t>(1000, -128)) == -128);
        // the sum would wrap around in 64 bits
        CHECK(gpu::mean(on, std::vector<std::uint64_t>(4, ~std::uint64_t{0})) == 0x1p64);
        CHECK(gpu::mean(on, std::vector<std::int64_t>(
                                3, std::numeric_limits<std::int64_t>::min())) == -0x1p63);
        // converted before summation
        CHECK(gpu::mean(on, std::vector<std::int64_t>{(std::int64_t{1} << 53) + 1}) == 0x1p53);
        CHECK(std::signbit(gpu::mean(on, std::vector{-0.0, -0.0})));
        CHECK(std::bit_cast<std::uint32_t>(gpu::mean(
                  on, std::vector{1.0F, -std::numeric_limits<float>::quiet_NaN()})) == 0x7fc00000);
        CHECK(
            std::isinf(gpu::mean(on, std::vector<double>(2, std::numeric_limits<double>::max()))));
        // summed in float
        CHECK(gpu::mean(on, std::vector<gpu::half>(3, gpu::half(65504))).bits() ==
              gpu::half(65504).bits());
        CHECK(gpu::mean(on, std::vector<gpu::half>{gpu::half::from_bits(0xfe01)}).bits() == 0x7e00);
        CHECK(gpu::mean(on, std::vector<gpu::bfloat16>()).bits() == 0x7fc0);
    }
    std::istringstream text("1 2 6");
    CHECK(gpu::mean(std::istream_iterator<int>(text), std::istream_iterator<int>()) == 3);
}
