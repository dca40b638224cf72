// SPDX-License-Identifier: Apache-2.0
/// @file
/// In which order elements are, and which of two is taken: what is the same whoever searches.
#pragma once

#include <gpualgo/detail/extrema_request.hpp>
#include <gpualgo/detail/lists.hpp>
#include <gpualgo/device_iterator.hpp>
#include <gpualgo/functional.hpp>

#include <concepts>
#include <iterator>
#include <type_traits>

namespace gpu::inline v0::detail {

/// Whether C orders elements of type T as `<` does, and is precompiled.
template <class C, class T>
inline constexpr bool is_less = std::same_as<C, std::less<>> || std::same_as<C, std::less<T>> || std::same_as<C, std::ranges::less>;
/// Whether C orders them as `>` does.
template <class C, class T>
inline constexpr bool is_greater = std::same_as<C, std::greater<>> || std::same_as<C, std::greater<T>> || std::same_as<C, std::ranges::greater>;

/// What is precompiled; for messages.
using comparators = list<std::less<>, std::greater<>>;

/// Type and comparator are precompiled.
template <class T, class C>
inline constexpr bool listed_order = in_list<as_listed<T>, real_types> && (is_less<C, T> || is_greater<C, T>);

/// What a comparator is given of an iterator's elements: of those on a device, values.
template <class I>
struct compared_element {
    using type = std::iter_reference_t<I>;
};
template <class T, class Bounds>
struct compared_element<device_iterator<T, Bounds>> {
    using type = std::remove_const_t<T> const&;
};

/// A comparator of the elements that an iterator has.
template <class C, class I>
concept comparator_of = std::predicate < C&,
        typename compared_element<I>::type,
typename compared_element<I>::type > ;

/// The first of those before which there is none.
struct first_smallest {
    /// @return whether x, which comes later in the range, supersedes what was best
    template <class T, class C>
    static constexpr bool supersedes(T&& x, T&& best, C& before) {
        return static_cast<bool>(before(static_cast<T&&>(x), static_cast<T&&>(best)));
    }
};
/// The first of those behind which there is none.
struct first_largest {
    /// See first_smallest.
    template <class T, class C>
    static constexpr bool supersedes(T&& x, T&& best, C& before) {
        return static_cast<bool>(before(static_cast<T&&>(best), static_cast<T&&>(x)));
    }
};
/// The last of those behind which there is none.
struct last_largest {
    /// See first_smallest.
    template <class T, class C>
    static constexpr bool supersedes(T&& x, T&& best, C& before) {
        return !static_cast<bool>(before(static_cast<T&&>(x), static_cast<T&&>(best)));
    }
};

/// Whether the element at `x`, which comes later, supersedes the one at `best`. Of numbers that are precompiled, a NaN
/// only supersedes another one.
template <class End, class I, class C>
constexpr bool supersedes(I const& x, I const& best, C& before) {
    using value = std::iter_value_t<I>;
    if constexpr (listed_order<value, C> && !std::integral<value>) {
        value const a = *x, b = *best;
        bool const is_nan = a != a, was_nan = b != b;
        if (is_nan != was_nan) return was_nan;
        return End::supersedes(a, b, before);
    } else {
        return End::template supersedes<std::iter_reference_t<I>>(*x, *best, before);
    }
}

} // namespace gpu::inline v0::detail
