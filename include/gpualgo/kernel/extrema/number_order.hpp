// SPDX-License-Identifier: Apache-2.0
/// @file
/// The order of numbers whose type is known at run time only, and of elements by such keys.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// The order of `key_order`, by one formula for all types of numbers up to a size.
/// @tparam Bits unsigned; a narrower number is in the low bits
template <std::unsigned_integral Bits>
struct number_order {
    using key_type = std::make_signed_t<Bits>; ///< as in `key_order`
    static constexpr Bits sign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1)); ///< highest
    static constexpr key_type worst = static_cast<key_type>(sign - 1); ///< no key is larger

    Bits float_sign;   ///< the sign bit of floating-point numbers; 0 if they are integers
    key_type infinity; ///< bits of infinity; `worst` if they are integers
    Bits flipped;      ///< as in `key_order`

    /// @return the reversed order
    [[nodiscard]] GPUALGO_FUNCTION constexpr number_order reversed() const {
        return {float_sign, infinity, static_cast<Bits>(~flipped)};
    }

    /// @param number the bits of a number
    /// @return the number's key
    [[nodiscard]] GPUALGO_FUNCTION constexpr key_type key(Bits number) const {
        auto const magnitude = static_cast<Bits>(number & ~float_sign);
        auto const negative = (number & float_sign) != 0 ? static_cast<Bits>(-1) : Bits{};
        auto const ordered = static_cast<Bits>((magnitude ^ negative) - negative);
        bool const is_nan = float_sign != 0 && static_cast<key_type>(magnitude) > infinity;
        return is_nan ? worst : static_cast<key_type>(ordered ^ flipped);
    }
};

/// The order of elements by keys that a function makes of them.
/// @tparam Order of the keys
/// @tparam Make the function
template <class Order, class Make>
struct order_by_keys {
    using key_type = typename Order::key_type;      ///< of the order
    static constexpr key_type worst = Order::worst; ///< no key is larger

    Order order; ///< of the keys
    Make make;   ///< the key of an element

    /// @return the reversed order
    [[nodiscard]] GPUALGO_FUNCTION constexpr order_by_keys reversed() const {
        return {order.reversed(), make};
    }
    /// @return the key of an element
    template <class Element>
    [[nodiscard]] GPUALGO_FUNCTION constexpr key_type key(Element element) const {
        return order.key(make(element));
    }
};

} // namespace gpu::inline v0::kernel
