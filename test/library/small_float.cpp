// SPDX-License-Identifier: Apache-2.0
/// half and bfloat16: every encoding, and rounding of every kind of number, compared with the
/// definition.
#include <gpualgo/bfloat16.hpp>
#include <gpualgo/detail/widened_lanes.hpp>
#include <gpualgo/half.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace {

/// Parameters of an IEEE 754 format.
template <class T>
struct format;
template <>
struct format<gpu::half> {
    static constexpr int exponent_bits = 5, fraction_bits = 10;
};
template <>
struct format<gpu::bfloat16> {
    static constexpr int exponent_bits = 8, fraction_bits = 7;
};

/// Returns the number that an encoding represents.
template <class T>
double decoded(std::uint16_t bits) {
    using f = format<T>;
    int const exponent = bits >> f::fraction_bits & ((1 << f::exponent_bits) - 1);
    int const fraction = bits & ((1 << f::fraction_bits) - 1);
    int const bias = (1 << (f::exponent_bits - 1)) - 1;
    double const sign = bits >> 15 ? -1 : 1;
    if (exponent == (1 << f::exponent_bits) - 1)
        return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                             : sign * std::numeric_limits<double>::infinity();
    if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias - f::fraction_bits);
    return sign *
           std::ldexp(fraction + (1 << f::fraction_bits), exponent - bias - f::fraction_bits);
}

/// Requires that numbers around and between two neighbouring values round to the nearer one, ties
/// to even.
template <class T>
void check_between(std::uint16_t lower_bits) {
    double const lower = decoded<T>(lower_bits);
    auto const upper_bits = static_cast<std::uint16_t>(lower_bits + 1);
    // Beyond the largest finite number, infinity rounds like the next number would.
    double const gap = std::isinf(decoded<T>(upper_bits))
                           ? lower - decoded<T>(static_cast<std::uint16_t>(lower_bits - 1))
                           : decoded<T>(upper_bits) - lower;
    double const middle = lower + gap / 2;
    std::uint16_t const even = lower_bits % 2 == 0 ? lower_bits : upper_bits;
    REQUIRE(T(lower).bits() == lower_bits);
    REQUIRE(T(middle).bits() == even);
    REQUIRE(T(std::nextafter(middle, 0)).bits() == lower_bits);
    REQUIRE(T(std::nextafter(middle, 1e300)).bits() == upper_bits);
    REQUIRE(T(-middle).bits() == (even | 0x8000));
    auto const single = static_cast<float>(middle); // exact
    REQUIRE(T(single).bits() == even);
    REQUIRE(T(std::nextafter(single, 0.0F)).bits() == lower_bits);
    REQUIRE(T(std::nextafter(single, std::numeric_limits<float>::infinity())).bits() == upper_bits);
    REQUIRE(T(-single).bits() == (even | 0x8000));
}

/// Conversions that the compiler cannot move into another floating-point environment.
template <class T>
[[gnu::noipa]] float widen(T x) {
    return x;
}
template <class T>
[[gnu::noipa]] T narrow(float x) {
    return T(x);
}

} // namespace

TEMPLATE_TEST_CASE("four numbers become float as one does", "", gpu::half, gpu::bfloat16) {
    for (std::uint32_t first = 0; first < 1U << 16; first += 4) {
        TestType x[4];
        for (std::uint32_t i = 0; i < 4; ++i)
            x[i] = TestType::from_bits(static_cast<std::uint16_t>(first + i));
        auto const lanes = gpu::detail::widened_lanes(x);
        for (int i = 0; i < 4; ++i) {
            auto const one = static_cast<float>(x[i]);
            REQUIRE(std::bit_cast<std::uint32_t>(float{lanes[i]}) ==
                    std::bit_cast<std::uint32_t>(one));
        }
    }
}

TEMPLATE_TEST_CASE("conversions do not depend on the floating-point environment", "", gpu::half,
                   gpu::bfloat16) {
    for (int const mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
        INFO("rounding mode " << mode);
        for (std::uint32_t i = 0; i < 0x10000; ++i) {
            auto const number = TestType::from_bits(static_cast<std::uint16_t>(i));
            std::fesetround(mode);
            float const widened = widen(number);
            TestType const back = narrow<TestType>(widened);
            std::fesetround(FE_TONEAREST);
            float const usual = number;
            REQUIRE(std::bit_cast<std::uint32_t>(widened) == std::bit_cast<std::uint32_t>(usual));
            REQUIRE(back.bits() == TestType(usual).bits());
        }
    }
}

TEMPLATE_TEST_CASE(
    "every encoding is the number of its definition, and converting there and back preserves it",
    "", gpu::half, gpu::bfloat16) {
    for (std::uint32_t i = 0; i < 0x10000; ++i) {
        auto const bits = static_cast<std::uint16_t>(i);
        double const number = decoded<TestType>(bits);
        float const widened = TestType::from_bits(bits);
        if (std::isnan(number)) {
            REQUIRE(std::isnan(widened));
            REQUIRE(TestType(widened).bits() == 0x7fff);
            REQUIRE(TestType(static_cast<double>(widened)).bits() == 0x7fff);
        } else {
            REQUIRE(widened == number);
            REQUIRE(std::signbit(widened) == std::signbit(number));
            REQUIRE(TestType(widened).bits() == bits);
            REQUIRE(TestType(number).bits() == bits);
        }
    }
}

TEMPLATE_TEST_CASE("numbers between two encodings round to the nearer one, ties to even", "",
                   gpu::half, gpu::bfloat16) {
    std::uint16_t const largest = std::numeric_limits<TestType>::max().bits();
    for (std::uint16_t bits = 0; bits <= largest; ++bits) check_between<TestType>(bits);
}

TEMPLATE_TEST_CASE("integers are rounded only once, however many bits they have", "", gpu::half,
                   gpu::bfloat16) {
    constexpr int digits = std::numeric_limits<TestType>::digits;
    std::mt19937_64 random(7);
    for (int trial = 0; trial < 100'000; ++trial) {
        auto const wide = random() >> (random() % 64);
        auto const exact = static_cast<long double>(wide); // 64 significant bits
        int exponent = 0;
        (void)std::frexp(exact, &exponent);
        long double const unit = std::ldexp(1.0L, std::max(exponent - digits, 0));
        long double const nearest = std::nearbyint(exact / unit) * unit; // ties to even
        auto const largest =
            static_cast<long double>(static_cast<float>(std::numeric_limits<TestType>::max()));
        float const expected = nearest > largest ? std::numeric_limits<float>::infinity()
                                                 : static_cast<float>(nearest);
        REQUIRE(static_cast<float>(TestType(wide)) == expected);
        if (wide <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            REQUIRE(static_cast<float>(TestType(-static_cast<std::int64_t>(wide))) == -expected);
    }
    CHECK(static_cast<float>(TestType(std::numeric_limits<std::int64_t>::min())) ==
          (std::same_as<TestType, gpu::half> ? -std::numeric_limits<float>::infinity() : -0x1p63F));
    CHECK(TestType(true).bits() == TestType(1.0).bits());
}

TEMPLATE_TEST_CASE("long numbers are rounded only once", "", gpu::half, gpu::bfloat16) {
    using limits = std::numeric_limits<long double>;
    constexpr auto infinity = static_cast<float>(limits::infinity());
    // a little nearer to zero than a tie, or farther: a double does not tell
    constexpr std::array<std::uint16_t, 5> samples{0x0000, 0x0001, 0x3c00, 0x3c01, 0x7b00};
    for (auto const bits : samples) {
        auto const lower = static_cast<long double>(decoded<TestType>(bits));
        auto const next = static_cast<std::uint16_t>(bits + 1);
        long double const tie = (lower + static_cast<long double>(decoded<TestType>(next))) / 2;
        for (long double const sign : {1.0L, -1.0L}) {
            int const sign_bit = sign < 0 ? 0x8000 : 0;
            CHECK(TestType(sign * std::nextafter(tie, 0.0L)).bits() == (bits | sign_bit));
            CHECK(TestType(sign * std::nextafter(tie, limits::max())).bits() == (next | sign_bit));
            CHECK(TestType(sign * tie).bits() == ((bits % 2 == 0 ? bits : next) | sign_bit));
        }
    }
    CHECK(static_cast<float>(TestType(limits::max())) == infinity);
    CHECK(static_cast<float>(TestType(-limits::max())) == -infinity);
    CHECK(static_cast<float>(TestType(-limits::infinity())) == -infinity);
    CHECK(TestType(limits::denorm_min()).bits() == 0);
    CHECK(TestType(-limits::denorm_min()).bits() == 0x8000);
    CHECK(TestType(limits::quiet_NaN()).bits() == 0x7fff);
    static_assert(TestType(1.0L).bits() == TestType(1.0F).bits());
}

TEMPLATE_TEST_CASE("16-bit numbers compute in float, and round on assignment", "", gpu::half,
                   gpu::bfloat16) {
    TestType const third(1.0 / 3);
    static_assert(std::is_same_v<decltype(third + third), float>);
    static_assert(std::is_same_v<decltype(third * 2), float>);
    static_assert(std::is_same_v<decltype(third + 1.0), double>);
    // narrowing must be explicit
    static_assert(!std::is_convertible_v<float, TestType> &&
                  std::is_constructible_v<TestType, float>);
    static_assert(sizeof(TestType) == 2 && std::is_trivial_v<TestType>);
    CHECK(third + third == 2 * static_cast<float>(third));
    CHECK(-third < third);
    CHECK(third == third);
    TestType x(3);
    CHECK(&(x += 0.5F) == &x);
    CHECK(x == 3.5F);
    CHECK((x -= 1.5F) == 2.0F);
    CHECK((x *= third) == static_cast<float>(TestType(2 * static_cast<float>(third))));
    CHECK((x /= x) == 1.0F);
    CHECK(std::isnan(static_cast<float>(x = std::numeric_limits<TestType>::quiet_NaN())));
}

TEMPLATE_TEST_CASE("numeric_limits of 16-bit numbers are correct", "", gpu::half, gpu::bfloat16) {
    using limits = std::numeric_limits<TestType>;
    auto const next = [](TestType x) {
        return static_cast<float>(TestType::from_bits(static_cast<std::uint16_t>(x.bits() + 1)));
    };
    CHECK(static_cast<float>(limits::epsilon()) == next(TestType(1)) - 1);
    CHECK(static_cast<float>(limits::epsilon()) == std::ldexp(1.0F, 1 - limits::digits));
    CHECK(std::isinf(next(limits::max())));
    CHECK(static_cast<float>(limits::lowest()) == -limits::max());
    CHECK(static_cast<float>(limits::min()) == std::ldexp(1.0F, limits::min_exponent - 1));
    CHECK(static_cast<float>(limits::max()) ==
          std::ldexp(2 - static_cast<float>(limits::epsilon()), limits::max_exponent - 1));
    CHECK(limits::denorm_min().bits() == 1);
    CHECK(std::isnan(static_cast<float>(limits::signaling_NaN())));
    CHECK(std::isinf(static_cast<float>(limits::infinity())));
    CHECK(static_cast<float>(limits::round_error()) == 0.5F);
}

TEST_CASE("16-bit numbers are usable in constant expressions") {
    static_assert(gpu::half(1.0F).bits() == 0x3c00 && gpu::half(65504).bits() == 0x7bff &&
                  gpu::half(65520.0).bits() == 0x7c00);
    static_assert(gpu::bfloat16(1.0F).bits() == 0x3f80 && gpu::bfloat16(-2LL).bits() == 0xc000);
    static_assert(static_cast<float>(gpu::half::from_bits(1)) == 0x1p-24F);
    SUCCEED();
}
