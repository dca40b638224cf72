// SPDX-License-Identifier: Apache-2.0
/// @file
/// Comparisons of elements with values of other types.
#pragma once

#include <gpualgo/abi/types.hpp>
#include <gpualgo/kernel/floating_bits.hpp>
#include <gpualgo/kernel/function.hpp>

#include <concepts>
#include <type_traits>

namespace gpu::inline v0::detail {

/// An integer that is compared by value.
template <class T>
concept listed_integer = std::integral<T> && in_list<as_listed<T>, types>;

/// A number that the library knows.
template <class T>
concept listed_number = in_list<as_listed<T>, real_types>;

/// Two numbers that are compared in their common type.
template <class T, class U>
concept mixed_numbers = listed_number<T> && listed_number<U> && !std::same_as<T, U> &&
                        !(listed_integer<T> && listed_integer<U>);

template <class T, class U>
using compared_type = std::common_type_t<computed_as<T>, computed_as<U>>;

/// @return a < b
template <class T, class U>
[[nodiscard]] GPUALGO_FUNCTION constexpr bool is_less_than(T const& a, U const& b) {
    if constexpr (mixed_numbers<T, U>) {
        return static_cast<compared_type<T, U>>(a) < static_cast<compared_type<T, U>>(b);
    } else if constexpr (!listed_integer<T> || !listed_integer<U>) {
        return static_cast<bool>(a < b);
    } else if constexpr (std::signed_integral<T> == std::signed_integral<U>) {
        return a < b;
    } else if constexpr (std::signed_integral<T>) { // as std::cmp_less, which is not for kernels
        return a < 0 || static_cast<std::make_unsigned_t<T>>(a) < b;
    } else {
        return b > 0 && a < static_cast<std::make_unsigned_t<U>>(b);
    }
}

/// @return a <= b
template <class T, class U>
[[nodiscard]] GPUALGO_FUNCTION constexpr bool is_at_most(T const& a, U const& b) {
    if constexpr (mixed_numbers<T, U>)
        return static_cast<compared_type<T, U>>(a) <= static_cast<compared_type<T, U>>(b);
    else if constexpr (listed_integer<T> && listed_integer<U>) return !detail::is_less_than(b, a);
    else return static_cast<bool>(a <= b);
}

/// @return a == b
template <class T, class U>
[[nodiscard]] GPUALGO_FUNCTION constexpr bool is_equal(T const& a, U const& b) {
    if constexpr (listed_number<T> && listed_number<U> && !std::same_as<T, U>)
        return detail::is_at_most(a, b) && detail::is_at_most(b, a);
    else return static_cast<bool>(a == b);
}

} // namespace gpu::inline v0::detail
