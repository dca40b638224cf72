// SPDX-License-Identifier: Apache-2.0
/// gpu::automatic computes the canonical order: the bits of the definition, on every device and for
/// every kind of range.
#include "support/random_values.hpp"
#include "support/same_bits.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/kernel/reduce/canonical.hpp>

#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <list>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

namespace {

using test::same_bits;

/// A pair of types and an operator.
template <class V, class A, class Operator>
struct kind {
    using value = V;
    using accumulator = A;
    using op = Operator;
};

using kinds = std::tuple<kind<float, float, std::plus<>>, kind<double, double, std::plus<>>,
                         kind<float, double, std::plus<>>, kind<std::int32_t, double, std::plus<>>,
                         kind<std::int32_t, std::int64_t, std::plus<>>,
                         kind<std::int64_t, std::int64_t, std::plus<>>,
                         kind<float, float, gpu::minimum<>>, kind<double, double, gpu::maximum<>>,
                         kind<std::int32_t, std::int32_t, gpu::maximum<>>>;

/// Returns the result by the definition.
template <class Op, class T, class Range>
T defined(Range const& x, T init) {
    gpu::detail::listed_operator<Op, T> const op;
    return gpu::kernel::quieted(
        op(init, gpu::kernel::canonical<T>(x.begin(), x.size(), sizeof(*x.begin()), op)));
}

/// Random values of very different magnitudes, so that any other order changes the sum. If
/// `special`, some have special rules.
template <class T>
std::vector<T> awkward_values(std::size_t n, std::uint32_t seed, bool special) {
    auto values = test::random_values<T>(n, seed);
    if constexpr (std::floating_point<T>) {
        using limits = std::numeric_limits<T>;
        T const specials[] = {T{0},
                              -T{0},
                              limits::denorm_min(),
                              -limits::min(),
                              limits::infinity(),
                              -limits::infinity(),
                              limits::quiet_NaN(),
                              -limits::quiet_NaN()};
        for (std::size_t i = 0; i < n; ++i)
            values[i] = std::ldexp(values[i], static_cast<int>(i * 7 % 40) - 20);
        for (std::size_t i = special ? seed % 5 : n; i < n; i += 1 + n / 3)
            values[i] = specials[(i + seed) % std::size(specials)];
    }
    return values;
}

} // namespace

TEMPLATE_LIST_TEST_CASE("automatic has the bits of the definition on every device", "", kinds) {
    using value = typename TestType::value;
    using T = typename TestType::accumulator;
    using op = typename TestType::op;
    constexpr std::size_t row = 512 / sizeof(value);
    constexpr std::size_t segment = 16 * row;
    std::uint32_t seed = 0;
    for (std::size_t const n :
         {std::size_t{1}, std::size_t{2}, row / 2 + 1, row - 1, row, row + 1, segment - 1, segment,
          segment + 1, 3 * segment - row / 2, 9 * segment + 3})
        for (bool const special : {false, true}) {
            auto const x = awkward_values<value>(n, ++seed, special);
            T const init = static_cast<T>(awkward_values<value>(1, seed + 100, false)[0]);
            T const expected = defined<op>(x, init);
            for (auto const device : gpu::devices()) {
                CAPTURE(to_string(device), n, special, expected);
                CHECK(same_bits(gpu::reduce(gpu::automatic.on(device), x, init, op()), expected));
                CHECK(same_bits(gpu::reduce(gpu::device_vector<value>(x, device), init, op()),
                                expected));
            }
        }
}

TEST_CASE("the number of rows per segment does not depend on n") {
    // bytes; an earlier order had 32 rows per segment from this size on
    constexpr std::size_t rows_double = std::size_t{64} << 20;
    for (std::size_t const n :
         {rows_double / sizeof(double) - 1, rows_double / sizeof(double) + 5}) {
        auto const x = awkward_values<double>(n, 3, false);
        CAPTURE(n);
        CHECK(same_bits(gpu::reduce(x), defined<std::plus<>>(x, 0.0))); // others would be slow
    }
}

TEMPLATE_LIST_TEST_CASE("alignment does not change bits", "", kinds) {
    using value = typename TestType::value;
    using T = typename TestType::accumulator;
    using op = typename TestType::op;
    constexpr std::size_t vector = 16 / sizeof(value) > 1 ? 16 / sizeof(value) : 2;
    auto const x =
        awkward_values<value>(2 * 16 * 512 / sizeof(value) + 700 / sizeof(value), 1, false);
    T const init = static_cast<T>(awkward_values<value>(1, 100, false)[0]);
    T const expected = defined<op>(x, init);
    for (auto const device : gpu::devices())
        for (std::size_t offset = 0; offset < vector; ++offset) {
            std::vector<value> host(x.size() + offset);
            auto const first = static_cast<std::ptrdiff_t>(offset);
            std::copy(x.begin(), x.end(), host.begin() + first);
            gpu::device_vector<value> const v(host, device);
            CAPTURE(to_string(device), offset);
            CHECK(same_bits(gpu::reduce(gpu::automatic.on(device), host.begin() + first, host.end(),
                                        init, op()),
                            expected));
            CHECK(same_bits(gpu::reduce(v.begin() + first, v.end(), init, op()), expected));
        }
}

TEST_CASE("alignment does not change bits of sums of halves") {
    std::vector<gpu::half> x;
    for (unsigned i = 0; i < 9000; ++i)
        x.push_back(static_cast<gpu::half>(static_cast<float>(i * 37 % 2001) * 0.37F - 370));
    float const expected = defined<std::plus<>>(x, 0.5F);
    for (auto const device : gpu::devices())
        for (std::size_t offset = 0; offset < 8; ++offset) {
            std::vector<gpu::half> shifted(x.size() + offset);
            auto const first = static_cast<std::ptrdiff_t>(offset);
            std::copy(x.begin(), x.end(), shifted.begin() + first);
            gpu::device_vector<gpu::half> const v(shifted, device);
            CAPTURE(to_string(device), offset);
            CHECK(same_bits(gpu::reduce(v.begin() + first, v.end(), 0.5F), expected));
        }
}

TEST_CASE("the kind of range or operator, and where it is evaluated, does not change bits") {
    auto const x = awkward_values<float>(70'001, 2, false);
    std::list<float> const list(x.begin(), x.end());
    std::deque<float> const deque(x.begin(), x.end());
    auto const add = [](float a, float b) { return a + b; };
    float const expected = defined<std::plus<>>(x, 0.5F);
    REQUIRE(std::isfinite(expected));

    CHECK(same_bits(gpu::reduce(x, 0.5F), expected));
    CHECK(same_bits(gpu::reduce(x, 0.5F, std::plus<float>()), expected));
    CHECK(same_bits(gpu::reduce(list, 0.5F), expected));
    CHECK(same_bits(gpu::reduce(deque.begin(), deque.end(), 0.5F), expected));
    CHECK(same_bits(gpu::reduce(gpu::automatic, list, 0.5F), expected));
    CHECK(
        same_bits(gpu::reduce(gpu::automatic.on(gpu::device::simulated()), deque, 0.5F), expected));
    CHECK(same_bits(gpu::reduce(x, 0.5F, add), expected));
    CHECK(same_bits(gpu::reduce(gpu::automatic, x, 0.5F, add), expected));
    CHECK(same_bits(gpu::reduce(gpu::automatic, list, 0.5F, add), expected));
    CHECK(same_bits(gpu::reduce(gpu::interleaved.on(gpu::device::host()), x, 0.5F), expected));
    CHECK(same_bits(gpu::reduce(gpu::interleaved, x, 0.5F, add), expected));
}

TEST_CASE("a NaN is the positive quiet one without payload, whatever its origin") {
    float const strange = std::bit_cast<float>(std::uint32_t{0xffc12345});
    float const infinity = std::numeric_limits<float>::infinity();
    for (auto const device : gpu::devices()) {
        auto const policy = gpu::automatic.on(device);
        CAPTURE(to_string(device));
        CHECK(std::bit_cast<std::uint32_t>(gpu::reduce(policy, std::vector{1.0F, strange})) ==
              0x7fc00000);
        CHECK(std::bit_cast<std::uint32_t>(gpu::reduce(policy, std::vector{infinity, -infinity})) ==
              0x7fc00000);
        CHECK(std::bit_cast<std::uint32_t>(
                  gpu::reduce(policy, std::vector{1.0F}, strange, gpu::minimum<>())) == 0x7fc00000);
        CHECK(std::bit_cast<std::uint32_t>(gpu::reduce(gpu::interleaved.on(device),
                                                       std::vector{1.0F, strange})) == 0x7fc00000);
        // except for an empty range: init is returned unchanged
        CHECK(std::bit_cast<std::uint32_t>(gpu::reduce(policy, std::vector<float>(), strange)) ==
              0xffc12345);
    }
    CHECK(std::bit_cast<std::uint32_t>(gpu::reduce(std::list{1.0F, strange})) == 0x7fc00000);
}

TEST_CASE("zeros keep their signs: no zero is added that is not in the range") {
    for (auto const device : gpu::devices())
        for (std::size_t const n : {1U, 2U, 100U, 129U, 5000U}) {
            std::vector<double> const zeros(n, -0.0);
            CAPTURE(to_string(device), n);
            CHECK(std::signbit(gpu::reduce(gpu::automatic.on(device), zeros, -0.0)));
            CHECK_FALSE(std::signbit(gpu::reduce(gpu::automatic.on(device), zeros, 0.0)));
            CHECK(std::signbit(gpu::reduce(gpu::warp_shuffle.on(device), zeros, -0.0)));
        }
}
