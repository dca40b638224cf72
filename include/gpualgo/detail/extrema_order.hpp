// SPDX-License-Identifier: Apache-2.0
/// @file
/// The orders of elements, and which of two elements wins: the same for all searches.
#pragma once

#include <gpualgo/abi/extrema_request.hpp>
#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/detail/invoke.hpp>
#include <gpualgo/device_iterator.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/conversion.hpp>
#include <gpualgo/kernel/extrema/key_order.hpp>

#include <concepts>
#include <cstdint>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// Whether C orders elements of type T as `<` does, and is precompiled.
template <class C, class T>
inline constexpr bool is_less = std::same_as<C, std::less<>> || std::same_as<C, std::less<T>> ||
                                std::same_as<C, std::ranges::less>;
/// Whether C orders elements of type T as `>` does, and is precompiled.
template <class C, class T>
inline constexpr bool is_greater =
    std::same_as<C, std::greater<>> || std::same_as<C, std::greater<T>> ||
    std::same_as<C, std::ranges::greater>;

/// The precompiled comparators; for messages.
using comparators = type_list<std::less<>, std::greater<>>;

/// Whether type and comparator are precompiled.
template <class T, class C>
inline constexpr bool listed_order = in_list<as_listed<T>, real_types> &&
                                     (is_less<C, T> || is_greater<C, T>);

/// The type of a comparator's arguments; values for elements on a device.
template <class I>
struct compared_element {
    using type = std::iter_reference_t<I>;
};
template <class T, class Bounds>
struct compared_element<device_iterator<T, Bounds>> {
    using type = std::remove_const_t<T> const&;
};

/// A comparator of the results of a projection of an iterator's elements.
template <class C, class I, class Projection = std::identity,
          class Element = typename compared_element<I>::type>
concept comparator_of = requires(C& before, Projection& project) {
    static_cast<bool>(detail::invoke(before, detail::invoke(project, std::declval<Element>()),
                                     detail::invoke(project, std::declval<Element>())));
};

/// Compares the results of a projection.
template <class C, class Projection>
struct projected_comparator {
    C before;
    Projection project;

    template <class T>
    constexpr bool operator()(T&& a, T&& b) {
        return static_cast<bool>(detail::invoke(before,
                                                detail::invoke(project, static_cast<T&&>(a)),
                                                detail::invoke(project, static_cast<T&&>(b))));
    }
};

/// @return the comparator itself if the projection is the identity
template <class C, class Projection>
constexpr auto comparator_by(C before, Projection project) {
    if constexpr (std::same_as<Projection, std::identity> && !std::is_member_pointer_v<C>)
        return before;
    else return projected_comparator<C, Projection>{std::move(before), std::move(project)};
}

/// The unsigned integer of T's size.
template <class T>
using key_bits = std::conditional_t<
    sizeof(T) == 1, std::uint8_t,
    std::conditional_t<sizeof(T) == 2, std::uint16_t,
                       std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

/// The order of a listed type. Integers of one size share it, and so do floating-point numbers of
/// one size.
template <class T>
using order_of = kernel::key_order<key_bits<T>, !std::integral<T>>;

/// @param is_reversed whether the largest is first
template <class T>
constexpr order_of<T> order_for(bool is_reversed) {
    if constexpr (std::integral<T>) return {std::signed_integral<T>, is_reversed, {}};
    else
        return {true, is_reversed,
                kernel::bit_cast<key_bits<T>>(std::numeric_limits<T>::infinity())};
}

/// Searches for the first of the smallest elements.
struct first_smallest {
    static constexpr bool is_reversed = false; ///< whether the last element in the order is wanted
    static constexpr bool takes_equal = false; ///< whether an equal element supersedes

    /// @return whether x, which comes later in the range, supersedes the best element so far
    template <class T, class C>
    static constexpr bool supersedes(T&& x, T&& best, C& before) {
        return static_cast<bool>(before(static_cast<T&&>(x), static_cast<T&&>(best)));
    }
};
/// Searches for the first of the largest elements.
struct first_largest {
    static constexpr bool is_reversed = true, takes_equal = false; ///< see first_smallest

    /// See first_smallest.
    template <class T, class C>
    static constexpr bool supersedes(T&& x, T&& best, C& before) {
        return static_cast<bool>(before(static_cast<T&&>(best), static_cast<T&&>(x)));
    }
};
/// Searches for the last of the largest elements.
struct last_largest {
    static constexpr bool is_reversed = true, takes_equal = true; ///< see first_smallest

    /// See first_smallest.
    template <class T, class C>
    static constexpr bool supersedes(T&& x, T&& best, C& before) {
        return !static_cast<bool>(before(static_cast<T&&>(x), static_cast<T&&>(best)));
    }
};

/// The numbers that a comparator compares, if it may be a precompiled one.
/// @tparam I the iterator
template <class I, class C>
struct comparison_of {
    using value = std::iter_value_t<I>;
    using comparator = C;

    /// @return the number of an element
    static constexpr value number(I const& i, C&) { return kernel::implicitly<value>(*i); }
};
template <class I, class C, class Projection>
struct comparison_of<I, projected_comparator<C, Projection>> {
    using value = std::remove_cvref_t<decltype(detail::invoke(
        std::declval<Projection&>(), std::declval<std::iter_reference_t<I>>()))>;
    using comparator = C;

    static constexpr value number(I const& i, projected_comparator<C, Projection>& by) {
        return kernel::implicitly<value>(detail::invoke(by.project, *i));
    }
};

/// Whether elements are compared by keys, not by the comparator. By keys, NaNs come last in an
/// order and in its reverse.
template <class I, class C>
inline constexpr bool is_compared_by_key =
    listed_order<typename comparison_of<I, C>::value, typename comparison_of<I, C>::comparator> &&
    !std::integral<typename comparison_of<I, C>::value>;

/// Whether the element at `x`, which comes later, supersedes the one at `best`. Listed
/// floating-point types, also of a projection's results, are compared by keys, as the library does.
/// Thus compiler flags and the floating-point environment have no effect on subnormals and NaNs.
template <class End, class I, class C>
constexpr bool supersedes(I const& x, I const& best, C& before) {
    if constexpr (is_compared_by_key<I, C>) {
        using comparison = comparison_of<I, C>;
        using value = typename comparison::value;
        auto const key_at = [&before](I const& i) {
            return order_for<value>(is_greater<typename comparison::comparator, value> !=
                                    End::is_reversed)
                .key(kernel::bit_cast<key_bits<value>>(comparison::number(i, before)));
        };
        return End::takes_equal ? key_at(x) <= key_at(best) : key_at(x) < key_at(best);
    } else {
        return End::template supersedes<std::iter_reference_t<I>>(*x, *best, before);
    }
}

} // namespace gpu::inline v0::detail
