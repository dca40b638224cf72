// SPDX-License-Identifier: Apache-2.0
/// reduce in constant expressions has the same bits as at run time. Most of these tests run at
/// compile time.
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

constexpr std::array numbers{3, -1, 4, 1, -5, 9, 2, 6};
static_assert(gpu::reduce(numbers.begin(), numbers.end()) == 19);
static_assert(gpu::reduce(numbers.begin(), numbers.end(), 1) == 20);
static_assert(gpu::reduce(numbers.begin(), numbers.end(), 7, gpu::maximum<>()) == 9);
static_assert(gpu::reduce(numbers) == 19);
static_assert(gpu::reduce(numbers, 0.5) == 19.5);
static_assert(gpu::reduce(numbers, 0, gpu::minimum<>()) == -5);
static_assert(gpu::reduce(gpu::automatic, numbers.begin(), numbers.end()) == 19);
static_assert(gpu::reduce(gpu::warp_shuffle, numbers, std::int64_t{1}) == 20);
static_assert(gpu::reduce(numbers, 0, [](int a, int b) { return a ^ b; }) ==
              (3 ^ -1 ^ 4 ^ 1 ^ -5 ^ 9 ^ 2 ^ 6));

static_assert(gpu::reduce(numbers.begin(), numbers.begin(), 5) == 5);
static_assert(gpu::reduce(std::vector<double>(), 5.0) == 5.0);

// Not listed: other types, operands that are not accumulators, elements generated on access.
static_assert(gpu::reduce(std::vector<bool>{true, false, true}, false) == true);
static_assert(gpu::reduce(std::array{1.75F, 1.75F}, 0) == 2);

struct lengths {
    static constexpr std::size_t of(std::size_t length) { return length; }
    static constexpr std::size_t of(std::vector<int> const& elements) { return elements.size(); }
    constexpr std::size_t operator()(auto const& a, auto const& b) const { return of(a) + of(b); }
};
constexpr std::size_t total_length() {
    std::vector<std::vector<int>> const elements{{1, 2}, {}, {3}};
    return gpu::reduce(elements, std::size_t{10}, lengths());
}
static_assert(total_length() == 13);

// Integers wrap around, and NaNs are canonicalised, as at run time.
static_assert(gpu::reduce(std::array{std::numeric_limits<int>::max(), 1}) ==
              std::numeric_limits<int>::min());
static_assert(std::bit_cast<std::uint32_t>(gpu::reduce(std::array{
                  1.0F, -std::numeric_limits<float>::quiet_NaN()})) == 0x7fc00000);
static_assert(std::bit_cast<std::uint64_t>(gpu::reduce(std::array{-0.0, -0.0}, -0.0)) ==
              0x8000000000000000);

/// Values whose sum depends on the order; more than one segment.
template <class T>
constexpr std::array<T, 2500> make_values() {
    std::array<T, 2500> values{};
    std::uint32_t state = 1;
    for (T& value : values) {
        state = state * 1664525 + 1013904223;
        value = static_cast<T>(state) / T{3} - T{600000000};
    }
    return values;
}

} // namespace

TEMPLATE_TEST_CASE("a sum is the same at compile time and at run time", "", float, double) {
    static constexpr auto values = make_values<TestType>();
    constexpr TestType early = gpu::reduce(values, TestType{0.25});
    TestType backwards{};
    for (std::size_t i = values.size(); i-- > 0;) backwards += values[i];

    CHECK(gpu::reduce(values, TestType{0.25}) == early);
    CHECK(gpu::reduce(gpu::automatic.on(gpu::device::simulated()), values, TestType{0.25}) ==
          early);
    CHECK(backwards + TestType{0.25} != early); // shows that the order matters
}
