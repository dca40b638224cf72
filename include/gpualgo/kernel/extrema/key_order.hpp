// SPDX-License-Identifier: Apache-2.0
/// @file
/// Maps numbers to integer keys, so that one loop finds the smallest or the largest of any type.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// An order of numbers, given by their bits: the number with the smaller key comes first. Equal
/// numbers have equal keys, also -0 and +0. NaNs come last, in an order and in its reverse.
/// @tparam Bits an unsigned integer of the numbers' size
/// @tparam Floating whether they are floating-point numbers of IEEE 754; otherwise integers
template <std::unsigned_integral Bits, bool Floating>
struct key_order {
    /// signed: more processors have vector comparisons of signed integers than of unsigned ones
    using key_type = std::make_signed_t<Bits>;
    /// the sign bit of a number
    static constexpr Bits sign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
    /// no key is larger
    static constexpr key_type worst = static_cast<key_type>(sign - 1);

    /// mask of inverted bits: the sign bit of unsigned numbers, xor all bits if the largest is
    /// first
    Bits flipped;
    key_type infinity; ///< bits of infinity, if Floating

    /// @param is_signed whether the numbers have a sign
    /// @param is_reversed whether the largest is first
    /// @param bits_of_infinity used if Floating
    GPUALGO_FUNCTION constexpr key_order(bool is_signed, bool is_reversed, Bits bits_of_infinity)
        : flipped(static_cast<Bits>((is_signed ? Bits{} : sign) ^
                                    (is_reversed ? static_cast<Bits>(-1) : Bits{}))),
          infinity(static_cast<key_type>(bits_of_infinity)) {}

    /// @return the reversed order
    [[nodiscard]] GPUALGO_FUNCTION constexpr key_order reversed() const {
        key_order other = *this;
        other.flipped = static_cast<Bits>(~flipped);
        return other;
    }

    /// Branch-free, so that host loops are vectorised.
    /// @param number the bits of a number
    /// @return the number's key
    [[nodiscard]] GPUALGO_FUNCTION constexpr key_type key(Bits number) const {
        if constexpr (Floating) {
            auto const magnitude = static_cast<Bits>(number & (sign - 1));
            // all bits are set, or none
            auto const negative =
                static_cast<Bits>(static_cast<key_type>(number) >> (8 * sizeof(Bits) - 1));
            // in two's complement, which has one zero
            auto const ordered = static_cast<Bits>((magnitude ^ negative) - negative);
            auto const is_nan = static_cast<key_type>(
                static_cast<key_type>(infinity - static_cast<key_type>(magnitude)) >>
                (8 * sizeof(Bits) - 1));
            return static_cast<key_type>((static_cast<key_type>(ordered ^ flipped) & ~is_nan) |
                                         (worst & is_nan));
        } else {
            return static_cast<key_type>(number ^ flipped);
        }
    }
};

} // namespace gpu::inline v0::kernel
