// SPDX-License-Identifier: Apache-2.0
/// Elementwise algorithms on the host and on the simulated device against the standard library.
/// Element sizes, numbers of elements around vectors, blocks and warps, and odd addresses.
#include "support/devices.hpp"
#include "support/same_bits.hpp"

#include <gpualgo/fill.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/iota.hpp>
#include <gpualgo/permute.hpp>
#include <gpualgo/replace.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

namespace {

constexpr std::size_t sizes[] = {0, 1, 2, 15, 16, 17, 31, 33, 255, 1023, 4095, 4097, 8195, 20001};
constexpr std::size_t offsets[] = {0, 1, 3};

/// A number of each type that depends on i.
template <class T>
T number(std::size_t i) {
    if constexpr (std::is_same_v<T, std::complex<double>>)
        return {static_cast<double>(i), -static_cast<double>(i)};
    else return static_cast<T>(static_cast<float>(i % 113));
}

template <class T>
std::vector<T> numbers(std::size_t n) {
    std::vector<T> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = number<T>(i);
    return x;
}

template <class T>
bool equal(gpu::device_vector<T> const& on, std::vector<T> const& expected) {
    auto const x = on.to_host();
    return x.size() == expected.size() &&
           (x.empty() || std::memcmp(x.data(), expected.data(), x.size() * sizeof(T)) == 0);
}

/// Calls check(device, n, offset) for all of these.
template <class Check>
void everywhere(Check check) {
    for (auto const& device : test::host_and_simulated)
        for (std::size_t const n : sizes)
            for (std::size_t const offset : offsets) {
                CAPTURE(device.name(), n, offset);
                check(device, n, static_cast<std::ptrdiff_t>(offset));
            }
}

} // namespace

TEMPLATE_TEST_CASE("moves of elements of all sizes", "", std::int8_t, std::uint16_t, float,
                   std::int64_t, std::complex<double>) {
    using T = TestType;
    everywhere([](gpu::device const& device, std::size_t n, std::ptrdiff_t offset) {
        auto const count = static_cast<std::ptrdiff_t>(n);
        auto const given = numbers<T>(n + 8);
        auto expected = given;
        gpu::device_vector<T> x(given, device);
        std::fill(expected.begin() + offset, expected.begin() + offset + count, number<T>(5));
        gpu::fill(x.begin() + offset, x.begin() + offset + count, number<T>(5));
        CHECK(equal(x, expected));

        x = gpu::device_vector<T>(given, device);
        expected = given;
        std::reverse(expected.begin() + offset, expected.begin() + offset + count);
        gpu::reverse(gpu::automatic, x.begin() + offset, x.begin() + offset + count);
        CHECK(equal(x, expected));

        gpu::device_vector<T> y(given, device);
        expected = given;
        auto const end =
            gpu::reverse_copy(x.begin() + 2, x.begin() + 2 + count, y.begin() + offset);
        CHECK(end == y.begin() + offset + count);
        auto const reversed = x.to_host();
        std::reverse_copy(reversed.begin() + 2, reversed.begin() + 2 + count,
                          expected.begin() + offset);
        CHECK(equal(y, expected));

        auto other = expected, one = reversed;
        std::swap_ranges(one.begin() + 1, one.begin() + 1 + count, other.begin() + offset);
        CHECK(gpu::swap_ranges(x.begin() + 1, x.begin() + 1 + count, y.begin() + offset) ==
              y.begin() + offset + count);
        CHECK(equal(x, one));
        CHECK(equal(y, other));
    });
}

TEMPLATE_TEST_CASE("gather and scatter by every type of index", "", std::int32_t, std::uint32_t,
                   std::int64_t, std::uint64_t) {
    auto const check = []<class T>(T, gpu::device const& device, std::size_t n) {
        std::vector<TestType> indices(n);
        std::iota(indices.begin(), indices.end(), TestType{});
        std::shuffle(indices.begin(), indices.end(), std::mt19937(7));
        auto const given = numbers<T>(n);
        gpu::device_vector<TestType> const on(indices, device);
        gpu::device_vector<T> const x(given, device);
        gpu::device_vector<T> gathered(n, device), scattered(n, T{}, device);
        std::vector<T> expected(n);
        for (std::size_t i = 0; i < n; ++i)
            expected[i] = given[static_cast<std::size_t>(indices[i])];
        CHECK(gpu::gather(gpu::automatic, on, x, gathered) == gathered.end());
        CHECK(equal(gathered, expected));
        gpu::scatter(gathered, on, scattered);
        CHECK(equal(scattered, given));
        // without the number of elements
        gpu::fill(gathered, T{});
        gpu::gather(on.begin(), on.end(), x.begin(), gathered.begin());
        CHECK(equal(gathered, expected));
        // one place later: the indices of words of bytes are not aligned then
        if (n > 0) {
            gpu::device_vector<T> late(n, T{}, device);
            gpu::gather(on.begin(), on.end() - 1, x.begin(), late.begin() + 1);
            std::vector<T> shifted(n);
            std::copy(expected.begin(), expected.end() - 1, shifted.begin() + 1);
            CHECK(equal(late, shifted));
        }
        gpu::fill(scattered, T{});
        gpu::scatter(gathered.begin(), gathered.end(), on.begin(), scattered.begin());
        CHECK(equal(scattered, given));
    };
    for (auto const& device : test::host_and_simulated)
        for (std::size_t const n : {0u, 1u, 33u, 2048u, 2049u, 5000u}) {
            CAPTURE(device.name(), n);
            check(std::uint8_t(), device, n);
            check(float(), device, n);
            check(std::complex<double>(), device, n);
        }
}

TEMPLATE_TEST_CASE("sequences of all types", "", std::int8_t, std::uint8_t, std::int16_t,
                   std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float,
                   double, gpu::half, gpu::bfloat16) {
    using T = TestType;
    everywhere([](gpu::device const& device, std::size_t n, std::ptrdiff_t offset) {
        auto const start = static_cast<T>(3.0f), step = static_cast<T>(-2.0f);
        std::vector<T> expected(n + 8, static_cast<T>(1.0f));
        gpu::device_vector<T> x(expected, device);
        for (std::size_t i = 0; i < n; ++i) {
            auto& at = expected[i + static_cast<std::size_t>(offset)];
            if constexpr (std::integral<T>)
                at = static_cast<T>(static_cast<std::uint64_t>(start) +
                                    i * static_cast<std::uint64_t>(step));
            else if constexpr (std::is_same_v<T, double>)
                at = start + static_cast<double>(i) * step;
            else
                at = static_cast<T>(static_cast<float>(start) +
                                    static_cast<float>(i) * static_cast<float>(step));
        }
        gpu::iota(gpu::automatic, x.begin() + offset,
                  x.begin() + offset + static_cast<std::ptrdiff_t>(n), start, step);
        CHECK(equal(x, expected));
    });
    std::vector<T> here(5000), by_std(5000);
    gpu::iota(here, T(1.0f));
    if constexpr (std::is_arithmetic_v<T>) {
        std::iota(by_std.begin(), by_std.end(), T(1));
        CHECK(here == by_std);
    }
}

TEST_CASE("a sequence of floats does not stop at 2^24") {
    std::vector<float> x(3);
    gpu::iota(gpu::automatic, x, 0x1p24f, 2.0f);
    CHECK(x == std::vector<float>{0x1p24f, 0x1p24f + 2, 0x1p24f + 4});
}

TEMPLATE_TEST_CASE("replacements", "", std::int8_t, std::uint16_t, std::int32_t, std::uint64_t,
                   float, double, gpu::half) {
    using T = TestType;
    everywhere([](gpu::device const& device, std::size_t n, std::ptrdiff_t offset) {
        auto const count = static_cast<std::ptrdiff_t>(n);
        auto expected = numbers<T>(n + 8);
        gpu::device_vector<T> x(expected, device);
        auto const limit = static_cast<T>(50.0f), value = static_cast<T>(99.0f);
        auto const first = expected.begin() + offset;
        std::replace_if(first, first + count, gpu::less_than(limit), value);
        gpu::replace_if(x.begin() + offset, x.begin() + offset + count, gpu::less_than(limit),
                        value);
        CHECK(equal(x, expected));
        std::replace(first, first + count, static_cast<T>(60.0f), limit);
        gpu::replace(gpu::automatic, x.begin() + offset, x.begin() + offset + count,
                     static_cast<T>(60.0f), limit);
        CHECK(equal(x, expected));
    });
}

TEST_CASE("replacements of NaN and of zeros") {
    float const nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> const given{-0.0f, 0.0f, nan, 1.0f};
    for (auto const& device : test::host_and_simulated) {
        gpu::device_vector<float> x(given, device);
        gpu::replace(x, nan, 3.0f); // equals nothing
        gpu::replace(x, 0.0f, 2.0f);
        gpu::replace_if(x, gpu::is_nan, -0.0f);
        auto const y = x.to_host();
        CHECK(y == std::vector<float>{2.0f, 2.0f, 0.0f, 1.0f});
        CHECK(std::signbit(y[2]));
    }
}

TEST_CASE("large ranges of the host, on all cores") {
    std::size_t const n = (std::size_t{1} << 20) + 3;
    auto const check = [n]<class T>(T) {
        auto x = numbers<T>(n), y = x;
        gpu::reverse(x);
        std::reverse(y.begin(), y.end());
        CHECK(x == y);
        std::vector<T> a(n), b(n);
        gpu::reverse_copy(gpu::automatic, x, a);
        std::reverse_copy(y.begin(), y.end(), b.begin());
        CHECK(a == b);
        gpu::swap_ranges(x, a);
        CHECK(x == b);
        gpu::fill(x, number<T>(7));
        CHECK(std::count(x.begin(), x.end(), number<T>(7)) == static_cast<std::ptrdiff_t>(n));
    };
    check(std::uint8_t());
    check(std::int16_t());
    check(float());
    check(double());
    check(std::complex<double>());
}
