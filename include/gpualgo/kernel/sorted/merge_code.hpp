// SPDX-License-Identifier: Apache-2.0
/// @file
/// The form of elements in which merges compare them. It takes fewer instructions than their keys,
/// and elements are merged many times as often as they are loaded.
#pragma once

#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/extrema/key_order.hpp>
#include <gpualgo/kernel/function.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// Codes of the elements of an order. Each can be decoded to all bits of the element.
/// @tparam Order a key_order
template <class Order>
struct merge_codes;

/// Integers are their keys, in words of at least 32 bits: registers have no less.
template <class Bits>
struct merge_codes<key_order<Bits, false>> {
    /// the type of codes
    using code = std::conditional_t<sizeof(Bits) == 8, std::int64_t, std::int32_t>;
    /// whether elements at the end of the order may differ from `last` in their bits
    static constexpr bool has_others_at_end = false;
    /// no element comes after it
    static constexpr code last = key_order<Bits, false>::worst;

    key_order<Bits, false> order; ///< the order

    /// @return the code of an element
    [[nodiscard]] GPUALGO_FUNCTION code encode(Bits x) const { return order.key(x); }
    /// @return the element of a code
    [[nodiscard]] GPUALGO_FUNCTION Bits decode(code x) const {
        return static_cast<Bits>(static_cast<Bits>(x) ^ order.flipped);
    }
    /// @return whether y comes before x
    [[nodiscard]] GPUALGO_FUNCTION static bool is_before(code y, code x) { return y < x; }
};

/// Floating-point numbers that the hardware compares: with the other sign if the largest is first.
template <class Bits>
    requires(sizeof(Bits) >= 4)
struct merge_codes<key_order<Bits, true>> {
    using code = std::conditional_t<sizeof(Bits) == 4, float, double>; ///< the type of codes
    static constexpr bool has_others_at_end = true; ///< NaNs of all bits are equal
    static constexpr code last = std::numeric_limits<code>::quiet_NaN(); ///< as all NaNs

    key_order<Bits, true> order; ///< the order

    /// @return the code of an element
    [[nodiscard]] GPUALGO_FUNCTION code encode(Bits x) const {
        return bit_cast<code>(static_cast<Bits>(x ^ (order.flipped & order.sign)));
    }
    /// @return the element of a code
    [[nodiscard]] GPUALGO_FUNCTION Bits decode(code x) const {
        return static_cast<Bits>(bit_cast<Bits>(x) ^ (order.flipped & order.sign));
    }
    /// @return whether y comes before x: not if it is a NaN, otherwise also if x is one
    [[nodiscard]] GPUALGO_FUNCTION static bool is_before(code y, code x) {
        return !(y >= x) && y == y;
    }
};

/// Floating-point numbers of 16 bits are their keys, and below these their bits.
template <class Bits>
    requires(sizeof(Bits) == 2)
struct merge_codes<key_order<Bits, true>> {
    using code = std::int32_t;                                     ///< the type of codes
    static constexpr bool has_others_at_end = true;                ///< NaNs of all bits are equal
    static constexpr code last = std::numeric_limits<code>::max(); ///< as all NaNs

    key_order<Bits, true> order; ///< the order

    /// @return the code of an element
    [[nodiscard]] GPUALGO_FUNCTION code encode(Bits x) const { return order.key(x) * 65536 + x; }
    /// @return the element of a code
    [[nodiscard]] GPUALGO_FUNCTION Bits decode(code x) const { return static_cast<Bits>(x); }
    /// @return whether the key of y comes before that of x
    [[nodiscard]] GPUALGO_FUNCTION static bool is_before(code y, code x) {
        return y < (x & ~0xffff);
    }
};

} // namespace gpu::inline v0::kernel
