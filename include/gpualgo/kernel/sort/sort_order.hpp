// SPDX-License-Identifier: Apache-2.0
/// @file
/// Maps numbers to unsigned keys whose order is that of the sorted numbers.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <concepts>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// A total order of numbers, given by their bits: the number with the smaller key comes first.
/// Numbers with different bits have different keys, so a key can be mapped back to its number.
///
/// -0 comes before +0, or after it if the order is descending. NaNs come last in both, ordered by
/// their bits. Floating-point numbers are signs and magnitudes: if all bits of negative ones, and
/// the sign of others, are inverted, they are ordered as integers. Then the NaNs of one sign come
/// first. The subtraction of their number makes their keys wrap to the end.
/// @tparam Bits an unsigned integer of the numbers' size
template <std::unsigned_integral Bits>
struct sort_order {
    /// the sign bit of a number
    static constexpr Bits sign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));

    Bits flipped;             ///< bits that are inverted in all numbers
    Bits flipped_if_negative; ///< others, inverted if the sign bit of a number is set; not that bit
    Bits leading;             ///< numbers whose keys wrap to the end

    /// @return the order of integers
    static constexpr sort_order of_integers(bool is_signed, bool is_descending) {
        return {static_cast<Bits>((is_signed ? sign : Bits{}) ^ all_if(is_descending)), 0, 0};
    }
    /// @param infinity its bits
    /// @return the order of floating-point numbers of IEEE 754
    static constexpr sort_order of_floats(Bits infinity, bool is_descending) {
        return {static_cast<Bits>(sign ^ all_if(is_descending)), static_cast<Bits>(sign - 1),
                static_cast<Bits>(sign - 1 - infinity)};
    }

    /// @return the key of a number
    [[nodiscard]] GPUALGO_FUNCTION constexpr Bits key(Bits number) const {
        return static_cast<Bits>((number ^ flipped ^ (all_signs(number) & flipped_if_negative)) -
                                 leading);
    }
    /// @return the number that has a key
    [[nodiscard]] GPUALGO_FUNCTION constexpr Bits number(Bits key) const {
        auto const signed_bits = static_cast<Bits>(static_cast<Bits>(key + leading) ^ flipped);
        return static_cast<Bits>(signed_bits ^ (all_signs(signed_bits) & flipped_if_negative));
    }
    /// @return whether x comes before y
    [[nodiscard]] GPUALGO_FUNCTION constexpr bool operator()(Bits x, Bits y) const {
        return key(x) < key(y);
    }

private:
    /// @return all bits if the sign bit is set, otherwise none
    [[nodiscard]] GPUALGO_FUNCTION static constexpr Bits all_signs(Bits number) {
        return static_cast<Bits>(static_cast<std::make_signed_t<Bits>>(number) >>
                                 (8 * sizeof(Bits) - 1));
    }
    static constexpr Bits all_if(bool condition) {
        return condition ? static_cast<Bits>(~Bits{}) : Bits{};
    }
};

} // namespace gpu::inline v0::kernel
