// SPDX-License-Identifier: Apache-2.0
/// @file
/// Rounding to the 16-bit floating-point formats, in integer arithmetic: independent of the
/// rounding mode, of flushed subnormals and of compiler flags. It works in constant expressions.
#pragma once

#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/function.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

/// A built-in arithmetic type.
template <class T>
concept arithmetic = std::is_arithmetic_v<T>;

/// A format of one sign bit, `ExponentBits` and `FractionBits`, as in IEEE 754.
template <int ExponentBits, int FractionBits>
struct small_float {
    /// exponent of the smallest normal number
    static constexpr int smallest = 2 - (1 << (ExponentBits - 1));
    /// the bits of infinity
    static constexpr std::uint64_t infinity = ((1u << ExponentBits) - 1) << FractionBits;
    /// the sign bit
    static constexpr std::uint64_t sign = 1u << (ExponentBits + FractionBits);
    /// the NaN that CUDA's conversions make of any NaN
    static constexpr std::uint16_t nan = 0x7fff;

    /// Rounds significand * 2^exponent once, to nearest, ties to even.
    /// @return the number's bits; those of infinity if it is too large
    [[nodiscard]] GPUALGO_FUNCTION static constexpr std::uint16_t
    round(bool negative, std::uint64_t significand, int exponent) {
        std::uint64_t const signed_zero = negative ? sign : 0;
        if (significand == 0) return static_cast<std::uint16_t>(signed_zero);
        // exponent of the leading bit
        int const magnitude = static_cast<int>(kernel::bit_width(significand)) - 1 + exponent;
        int const level = magnitude > smallest ? magnitude : smallest;
        std::uint64_t const units = shifted(significand, exponent - (level - FractionBits));
        // The units of a normal number contain its leading bit, which adds 1 to the exponent field;
        // so does a carry.
        std::uint64_t const bits =
            (static_cast<std::uint64_t>(level - smallest) << FractionBits) + units;
        return static_cast<std::uint16_t>(signed_zero | (bits < infinity ? bits : infinity));
    }

    /// Rounds a number of any built-in type once.
    /// @return the number's bits
    template <arithmetic T>
    [[nodiscard]] GPUALGO_FUNCTION static constexpr std::uint16_t round(T value) {
        if constexpr (std::integral<T>) {
            bool const negative = value < T{};
            auto const wide = static_cast<std::uint64_t>(value);
            return round(negative, negative ? 0 - wide : wide, 0);
        } else if constexpr (sizeof(T) == sizeof(float)) {
            return round_encoded<std::uint32_t, 8, 23>(kernel::bit_cast<std::uint32_t>(value));
        } else {
            return round_encoded<std::uint64_t, 11, 52>(bits_as_double(value));
        }
    }

private:
    /// @return the bits of a number as a double. One with more digits than that has becomes a
    /// neighbour whose last bit is 1, from which it is then rounded as from itself
    template <class T>
    GPUALGO_FUNCTION static constexpr std::uint64_t bits_as_double(T value) {
        auto const near = static_cast<double>(value);
        auto const bits = kernel::bit_cast<std::uint64_t>(near);
#ifndef __CUDA_ARCH__ // there, no type has more digits
        if constexpr (sizeof(T) > sizeof(double)) {
            constexpr std::uint64_t largest = std::uint64_t{0x7ff} << 52;
            bool const is_nan = (bits & ~(std::uint64_t{1} << 63)) > largest;
            if (is_nan || bits % 2 != 0 || static_cast<T>(near) == value) return bits;
            bool const is_above =
                value < T{} ? static_cast<T>(near) < value : static_cast<T>(near) > value;
            return is_above ? bits - 1 : bits + 1;
        }
#endif
        return bits;
    }

    /// @return x * 2^by, rounded to nearest, ties to even. The result fits.
    GPUALGO_FUNCTION static constexpr std::uint64_t shifted(std::uint64_t x, int by) {
        if (by >= 0) return x << by;
        if (by < -64) return 0; // below half a unit
        std::uint64_t const whole = by == -64 ? 0 : x >> -by;
        std::uint64_t const rest = by == -64 ? x : x << (64 + by); // in units of 2^-64
        constexpr std::uint64_t half = std::uint64_t{1} << 63;
        return whole + (rest > half || (rest == half && whole % 2 == 1));
    }

    /// Rounds a number of a wider IEEE format, given by its bits.
    template <class Bits, int Exponent, int Fraction>
    GPUALGO_FUNCTION static constexpr std::uint16_t round_encoded(Bits bits) {
        constexpr Bits hidden = Bits{1} << Fraction;
        constexpr int largest = (1 << Exponent) - 1;
        bool const negative = bits >> (Exponent + Fraction) != 0;
        int const exponent = static_cast<int>(bits >> Fraction & largest);
        Bits const fraction = bits & (hidden - 1);
        if (exponent == largest && fraction != 0) return nan;
        if (exponent == largest)
            return static_cast<std::uint16_t>(infinity | (negative ? sign : 0));
        constexpr int bias = (1 << (Exponent - 1)) - 1 + Fraction;
        return exponent == 0 ? round(negative, fraction, 1 - bias)
                             : round(negative, fraction | hidden, exponent - bias);
    }
};

} // namespace gpu::inline v0::detail
