// SPDX-License-Identifier: Apache-2.0
/// @file
/// The iterators that algorithms of the standard library take: those of C++20, and those of C++17,
/// which need be neither default constructible nor assignable.
#pragma once

#include <gpualgo/detail/distance.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace gpu::inline v0::detail {

/// An iterator whose category says which operations it has, as before C++20.
template <class I, class Category>
concept iterator_of_category = std::is_copy_constructible_v<I> && requires(I& i) {
    requires std::is_convertible_v<typename std::iterator_traits<I>::iterator_category, Category>;
    typename std::iter_value_t<I>;
    typename std::iter_reference_t<I>;
    ++i;
};

/// An iterator whose elements can be read.
template <class I>
concept input_iterator = std::input_iterator<I> || iterator_of_category<I, std::input_iterator_tag>;

/// An iterator whose elements can be read again from a copy of it.
template <class I>
concept forward_iterator =
    std::forward_iterator<I> || iterator_of_category<I, std::forward_iterator_tag>;

/// An iterator that advances by any number of elements at once.
template <class I>
concept random_access_iterator =
    std::random_access_iterator<I> || iterator_of_category<I, std::random_access_iterator_tag>;

/// An iterator of any category.
template <class I>
concept any_iterator = std::input_or_output_iterator<I> || input_iterator<I>;

/// An iterator that can mark both ends of a range. A category promises comparisons, which may be
/// ambiguous by the rules of C++20: these are not tested.
template <class I>
concept paired_iterator = (std::input_iterator<I> &&
                           requires(I const& i) { static_cast<bool>(i != i); }) ||
                          iterator_of_category<I, std::input_iterator_tag>;

/// The end of a range that begins with an I.
template <class S, class I>
concept sentinel_for = (std::same_as<S, I> && paired_iterator<I>) || std::sentinel_for<S, I>;

/// An iterator over contiguous elements, which are described by their address and number.
template <class I>
concept contiguous_memory = std::contiguous_iterator<I> &&
    !std::is_volatile_v<std::remove_reference_t<std::iter_reference_t<I>>>;

/// Advances an iterator by n elements. `std::ranges::advance` is ambiguous for iterators that
/// integers convert to.
template <forward_iterator I>
constexpr void advance_by(I& i, std::size_t n) {
    if constexpr (random_access_iterator<I>) i += static_cast<std::iter_difference_t<I>>(n);
    else
        for (; n > 0; --n) ++i;
}

/// Whether the number of elements between two iterators is known without a loop.
template <class S, class I>
concept subtractable =
    (std::same_as<S, I> && random_access_iterator<I>) || std::sized_sentinel_for<S, I>;

/// Throws std::invalid_argument if the end of a range is known to lie before its first element: a
/// loop over it would not end.
template <class I, class S>
constexpr void check_order(I const& first, S const& last) {
    if constexpr (subtractable<S, I>) (void)detail::distance_between(first, last);
}

/// Counts the elements of a range. Increments an iterator that has no subtraction. A range without
/// an end has the greatest number: more than any call needs of a second range.
template <forward_iterator I, sentinel_for<I> S>
constexpr std::size_t count(I first, S last) {
    if constexpr (std::same_as<S, std::unreachable_sentinel_t>) {
        return static_cast<std::size_t>(-1);
    } else if constexpr (subtractable<S, I>) {
        return detail::distance_between(first, last);
    } else {
        std::size_t n = 0;
        for (; first != last; ++first) ++n;
        return n;
    }
}

/// @return the end of a range as an iterator of the type of its first one
template <class I, class S>
constexpr I end_iterator(I const& first, S const& last) {
    if constexpr (std::same_as<I, S>) {
        return last;
    } else {
        I end = first;
        detail::advance_by(end, detail::count(first, last));
        return end;
    }
}

} // namespace gpu::inline v0::detail
