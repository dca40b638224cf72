// SPDX-License-Identifier: Apache-2.0
/// @file
/// Numbers as integers, so that one loop finds the smallest or the largest of any type.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// An order of the numbers that have these bits: the smaller its key, the nearer to the front a
/// number is. Equal numbers have equal keys, -0 and +0 among them. NaNs are at the end of an order
/// and of its reverse.
/// @tparam Bits an unsigned integer of the numbers' size
/// @tparam Floating whether they are floating-point numbers of IEEE 754, and not integers
template <std::unsigned_integral Bits, bool Floating>
struct key_order {
    /// of keys: more processors compare these than Bits
    using key_type = std::make_signed_t<Bits>;
    /// of a number
    static constexpr Bits sign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
    /// no key is larger
    static constexpr key_type worst = static_cast<key_type>(sign - 1);

    /// bits of a key that are the other way round: all where the largest is first, and the sign of
    /// unsigned numbers
    Bits flipped;
    key_type infinity; ///< its bits, of floating-point numbers

    /// @param is_signed whether the numbers have a sign
    /// @param is_reversed whether the largest is first
    /// @param bits_of_infinity those of floating-point numbers
    GPUALGO_FUNCTION constexpr key_order(bool is_signed, bool is_reversed, Bits bits_of_infinity)
        : flipped(static_cast<Bits>((is_signed ? Bits{} : sign) ^
                                    (is_reversed ? static_cast<Bits>(-1) : Bits{}))),
          infinity(static_cast<key_type>(bits_of_infinity)) {}

    /// @return the order in which the largest is first where the smallest was
    [[nodiscard]] GPUALGO_FUNCTION constexpr key_order reversed() const {
        key_order other = *this;
        other.flipped = static_cast<Bits>(~flipped);
        return other;
    }

    /// Without branches, so that the host's loops become vector code.
    /// @param number its bits
    /// @return its key
    [[nodiscard]] GPUALGO_FUNCTION constexpr key_type key(Bits number) const {
        if constexpr (Floating) {
            auto const magnitude = static_cast<Bits>(number & (sign - 1));
            // all bits, or none
            auto const negative =
                static_cast<Bits>(static_cast<key_type>(number) >> (8 * sizeof(Bits) - 1));
            // in two's complement: one zero
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
