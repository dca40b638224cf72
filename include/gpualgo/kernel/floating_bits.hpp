// SPDX-License-Identifier: Apache-2.0
/// @file
/// Tests and comparisons of floating-point numbers by their bits. They depend neither on compiler
/// flags such as -ffast-math nor on the floating-point environment.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// A type for storage only, without arithmetic: `gpu::half`, `gpu::bfloat16`.
template <class T>
concept stored_float = sizeof(T) == 2 && std::numeric_limits<T>::is_iec559&& requires(T x) {
    T::from_bits(x.bits());
};

/// A number in a binary format of IEEE 754 with 16, 32 or 64 bits. (A `long double` has padding
/// bits.)
template <class T>
concept encoded_float = stored_float<T> ||(std::floating_point<T> && sizeof(T) <= 8);

/// The unsigned integer type that holds the bits of a floating-point number.
template <encoded_float T>
using bits_of =
    std::conditional_t<sizeof(T) == 8, std::uint64_t,
                       std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint16_t>>;

/// The binary format of T.
template <encoded_float T>
struct float_format {
    /// holds a number's encoding
    using bits = bits_of<T>;
    /// the width of the fraction
    static constexpr int fraction_bits = std::numeric_limits<T>::digits - 1;
    /// the sign bit
    static constexpr bits sign = static_cast<bits>(bits{1} << (8 * sizeof(bits) - 1));
    /// the encoding of infinity
    static constexpr bits infinity = static_cast<bits>(sign - (bits{1} << fraction_bits));
    /// the encoding of the positive quiet NaN without payload
    static constexpr bits quiet_nan = static_cast<bits>(infinity | bits{1} << (fraction_bits - 1));
};

/// @return a number's encoding
template <encoded_float T>
[[nodiscard]] GPUALGO_FUNCTION constexpr bits_of<T> to_bits(T x) {
    if constexpr (stored_float<T>) return x.bits();
    else return __builtin_bit_cast(bits_of<T>, x);
}

/// @return the number with that encoding
template <encoded_float T>
[[nodiscard]] GPUALGO_FUNCTION constexpr T from_bits(bits_of<T> bits) {
    if constexpr (stored_float<T>) return T::from_bits(bits);
    else return __builtin_bit_cast(T, bits);
}

/// @return whether a number is a NaN
template <encoded_float T>
[[nodiscard]] GPUALGO_FUNCTION constexpr bool is_nan(T x) {
#ifdef __CUDA_ARCH__
    if constexpr (std::floating_point<T>) return x != x; // one instruction
#endif
    using format = float_format<T>;
    return static_cast<bits_of<T>>(to_bits(x) & ~format::sign) > format::infinity;
}

/// @return the positive quiet NaN without payload
template <encoded_float T>
[[nodiscard]] GPUALGO_FUNCTION constexpr T quiet_nan() {
    return from_bits<T>(float_format<T>::quiet_nan);
}

/// @return an integer that compares as x does, with -0 before +0
template <encoded_float T>
[[nodiscard]] GPUALGO_FUNCTION constexpr auto sort_key(T x) {
    using signed_bits = std::make_signed_t<bits_of<T>>;
    auto const bits = static_cast<signed_bits>(to_bits(x));
    auto const magnitude = static_cast<signed_bits>(float_format<T>::sign - 1);
    return static_cast<signed_bits>(bits < 0 ? bits ^ magnitude : bits);
}

} // namespace gpu::inline v0::kernel
