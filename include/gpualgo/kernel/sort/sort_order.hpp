// SPDX-License-Identifier: Apache-2.0
/// @file
/// Maps numbers to unsigned keys whose order is that of the sorted numbers.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <concepts>

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

    Bits if_negative;   ///< the bits that are inverted in numbers whose sign bit is set
    Bits otherwise;     ///< the bits that are inverted in other numbers; includes the same sign bit
    Bits leading = {0}; ///< numbers whose keys wrap to the end

    /// @return the order of integers
    static constexpr sort_order of_integers(bool is_signed, bool is_descending) {
        auto const flipped = static_cast<Bits>((is_signed ? sign : Bits{}) ^ all_if(is_descending));
        return {flipped, flipped};
    }
    /// @param infinity its bits
    /// @return the order of floating-point numbers of IEEE 754
    static constexpr sort_order of_floats(Bits infinity, bool is_descending) {
        return {static_cast<Bits>(all_if(true) ^ all_if(is_descending)),
                static_cast<Bits>(sign ^ all_if(is_descending)),
                static_cast<Bits>(sign - 1 - infinity)};
    }

    /// @return the key of a number
    [[nodiscard]] GPUALGO_FUNCTION constexpr Bits key(Bits number) const {
        return static_cast<Bits>((number ^ ((number & sign) != 0 ? if_negative : otherwise)) -
                                 leading);
    }
    /// @return the number that has a key
    [[nodiscard]] GPUALGO_FUNCTION constexpr Bits number(Bits key) const {
        auto const flipped = static_cast<Bits>(key + leading);
        bool const is_negative = ((flipped ^ if_negative) & sign) != 0;
        return static_cast<Bits>(flipped ^ (is_negative ? if_negative : otherwise));
    }
    /// @return whether x comes before y
    [[nodiscard]] GPUALGO_FUNCTION constexpr bool operator()(Bits x, Bits y) const {
        return key(x) < key(y);
    }

private:
    static constexpr Bits all_if(bool condition) {
        return condition ? static_cast<Bits>(~Bits{}) : Bits{};
    }
};

} // namespace gpu::inline v0::kernel
