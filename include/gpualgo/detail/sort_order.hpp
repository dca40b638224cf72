// SPDX-License-Identifier: Apache-2.0
/// @file
/// The order in which listed types are sorted.
#pragma once

#include <gpualgo/detail/extrema_order.hpp>
#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/sort/sort_order.hpp>

#include <concepts>
#include <limits>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// @tparam T a listed type of real numbers
/// @param is_descending whether the largest comes first
template <class T>
constexpr kernel::sort_order<key_bits<T>> sort_order_for(bool is_descending) {
    using order = kernel::sort_order<key_bits<T>>;
    if constexpr (std::integral<T>)
        return order::of_integers(std::signed_integral<T>, is_descending);
    else
        return order::of_floats(kernel::bit_cast<key_bits<T>>(std::numeric_limits<T>::infinity()),
                                is_descending);
}

/// Compares numbers of a listed type by their keys, as the library does. Thus compiler flags and
/// the floating-point environment have no effect on subnormals and NaNs.
template <class T>
struct key_comparator {
    kernel::sort_order<key_bits<T>> order; ///< of the keys

    /// @return whether x comes before y
    constexpr bool operator()(T const& x, T const& y) const {
        return order(kernel::bit_cast<key_bits<T>>(x), kernel::bit_cast<key_bits<T>>(y));
    }
};

/// The comparator that sorts of the program use. It compares keys of listed floating-point types,
/// if the comparator is listed, too. Otherwise it is the comparator itself.
template <class T, class C>
constexpr auto comparator_for(C& before) {
    if constexpr (listed_order<T, C> && !std::integral<T>)
        return key_comparator<T>{sort_order_for<T>(is_greater<C, T>)};
    else
        return [&before](auto&& x, auto&& y) {
            return static_cast<bool>(
                detail::invoke(before, static_cast<decltype(x)>(x), static_cast<decltype(y)>(y)));
        };
}

/// The same for keys that a projection makes of elements.
template <class T, class C, class F>
constexpr auto comparator_for(projected_comparator<C, F>& by) {
    using key = std::remove_cvref_t<decltype(detail::invoke(by.project, std::declval<T&>()))>;
    return [before = detail::comparator_for<key>(by.before), &by](auto&& x, auto&& y) mutable {
        return before(detail::invoke(by.project, static_cast<decltype(x)>(x)),
                      detail::invoke(by.project, static_cast<decltype(y)>(y)));
    };
}

} // namespace gpu::inline v0::detail
