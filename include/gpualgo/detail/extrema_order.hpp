// SPDX-License-Identifier: Apache-2.0
/// @file
/// In which order elements are, and which of two is taken: what is the same whoever searches.
#pragma once

#include <gpualgo/abi/extrema_request.hpp>
#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/device_iterator.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/conversion.hpp>
#include <gpualgo/kernel/extrema/key_order.hpp>

#include <concepts>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// Whether C orders elements of type T as `<` does, and is precompiled.
template <class C, class T>
inline constexpr bool is_less = std::same_as<C, std::less<>> || std::same_as<C, std::less<T>> ||
                                std::same_as<C, std::ranges::less>;
/// Whether C orders them as `>` does.
template <class C, class T>
inline constexpr bool is_greater =
    std::same_as<C, std::greater<>> || std::same_as<C, std::greater<T>> ||
    std::same_as<C, std::ranges::greater>;

/// What is precompiled; for messages.
using comparators = type_list<std::less<>, std::greater<>>;

/// Type and comparator are precompiled.
template <class T, class C>
inline constexpr bool listed_order = in_list<as_listed<T>, real_types> &&
                                     (is_less<C, T> || is_greater<C, T>);

/// The type of elements that a comparator is given; on a device, they are values.
template <class I>
struct compared_element {
    using type = std::iter_reference_t<I>;
};
template <class T, class Bounds>
struct compared_element<device_iterator<T, Bounds>> {
    using type = std::remove_const_t<T> const&;
};

/// A comparator of what a projection makes of the elements that an iterator has.
template <class C, class I, class Projection = std::identity,
          class Element = typename compared_element<I>::type>
concept comparator_of = requires(C& before, Projection& project) {
    static_cast<bool>(std::invoke(before, std::invoke(project, std::declval<Element>()),
                                  std::invoke(project, std::declval<Element>())));
};

/// Compares what a projection makes of elements.
template <class C, class Projection>
struct projected_comparator {
    C before;
    Projection project;

    template <class T>
    constexpr bool operator()(T&& a, T&& b) {
        return static_cast<bool>(std::invoke(before, std::invoke(project, static_cast<T&&>(a)),
                                             std::invoke(project, static_cast<T&&>(b))));
    }
};

/// @return the comparator itself if elements are compared as they are
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

/// What orders a listed type. Types of one size share it, but for integers and floating-point
/// numbers.
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

/// The first of those before which there is none.
struct first_smallest {
    static constexpr bool is_reversed = false; ///< whether what is last in the order is looked for
    static constexpr bool takes_equal = false; ///< whether an equal element supersedes

    /// @return whether x, which comes later in the range, supersedes what was best
    template <class T, class C>
    static constexpr bool supersedes(T&& x, T&& best, C& before) {
        return static_cast<bool>(before(static_cast<T&&>(x), static_cast<T&&>(best)));
    }
};
/// The first of those behind which there is none.
struct first_largest {
    static constexpr bool is_reversed = true, takes_equal = false; ///< see first_smallest

    /// See first_smallest.
    template <class T, class C>
    static constexpr bool supersedes(T&& x, T&& best, C& before) {
        return static_cast<bool>(before(static_cast<T&&>(best), static_cast<T&&>(x)));
    }
};
/// The last of those behind which there is none.
struct last_largest {
    static constexpr bool is_reversed = true, takes_equal = true; ///< see first_smallest

    /// See first_smallest.
    template <class T, class C>
    static constexpr bool supersedes(T&& x, T&& best, C& before) {
        return !static_cast<bool>(before(static_cast<T&&>(x), static_cast<T&&>(best)));
    }
};

/// Whether elements are compared by keys and not by the comparator. Of keys, NaNs are at both ends.
template <class I, class C>
inline constexpr bool is_compared_by_key =
    listed_order<std::iter_value_t<I>, C> && !std::integral<std::iter_value_t<I>>;

/// Whether the element at `x`, which comes later, supersedes the one at `best`. Numbers that are
/// precompiled are compared as the library does: by keys, whatever the program's flags and its
/// floating-point environment make of subnormals and NaNs.
template <class End, class I, class C>
constexpr bool supersedes(I const& x, I const& best, C& before) {
    using value = std::iter_value_t<I>;
    if constexpr (is_compared_by_key<I, C>) {
        auto const key_at = [](I const& i) {
            return order_for<value>(is_greater<C, value> != End::is_reversed)
                .key(kernel::bit_cast<key_bits<value>>(kernel::implicitly<value>(*i)));
        };
        return End::takes_equal ? key_at(x) <= key_at(best) : key_at(x) < key_at(best);
    } else {
        return End::template supersedes<std::iter_reference_t<I>>(*x, *best, before);
    }
}

} // namespace gpu::inline v0::detail
