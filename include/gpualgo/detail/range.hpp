// SPDX-License-Identifier: Apache-2.0
/// @file
/// Ranges without the compile time of `<ranges>`: anything with a `begin` and an `end`, sized or
/// not, of one type or two.
#pragma once

#include <gpualgo/detail/iterator.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// A class with `begin` and `end` as members.
template <class R>
concept has_member_ends = requires(R& range) {
    range.begin();
    range.end();
};

/// A class whose `begin` and `end` are found by argument-dependent look-up. There is no look-up for
/// other types: it would need their template arguments to be complete.
template <class R>
concept has_free_ends = (std::is_class_v<R> || std::is_union_v<R>)&&requires(R& range) {
    begin(range);
    end(range);
};

template <class R>
concept has_ends = std::is_bounded_array_v<R> || has_member_ends<R> || has_free_ends<R>;

template <has_ends R>
constexpr auto begin_of(R& range) {
    if constexpr (std::is_bounded_array_v<R>) return range + 0;
    else if constexpr (has_member_ends<R>) return range.begin();
    else return begin(range);
}

template <has_ends R>
constexpr auto end_of(R& range) {
    if constexpr (std::is_bounded_array_v<R>) return range + std::extent_v<R>;
    else if constexpr (has_member_ends<R>) return range.end();
    else return end(range);
}

/// An lvalue that can be read from its `begin` to its `end`.
template <class R>
concept input_range = has_ends<std::remove_reference_t<R>> && requires(R& range) {
    { detail::begin_of(range) } -> input_iterator;
    { detail::end_of(range) } -> sentinel_for<decltype(detail::begin_of(range))>;
};

template <input_range R>
using iterator_t = decltype(detail::begin_of(std::declval<R&>()));

template <input_range R>
using range_value_t = std::iter_value_t<iterator_t<R>>;

/// An iterator whose elements convert to T.
template <class I, class T>
concept iterator_of = paired_iterator<I> && std::convertible_to<std::iter_reference_t<I>, T>;
template <class R, class T>
concept range_of = input_range<R> && std::convertible_to<std::iter_reference_t<iterator_t<R>>, T>;

/// `reduce(array, array + 4)` and `reduce(directory, directory)` are two iterators, not a range and
/// an init.
template <class X, class R>
concept not_a_sentinel_of = !sentinel_for<std::decay_t<X>, std::decay_t<R>>;

/// The address of contiguous elements. The header of `std::to_address`, <memory>, would cost every
/// client 0.1 s of compilation.
template <std::contiguous_iterator I>
constexpr auto* address_of(I first) {
    return std::span<std::remove_reference_t<std::iter_reference_t<I>>>(first, 0).data();
}

/// Bytes per element, which determine the canonical order.
template <class I>
inline constexpr std::size_t element_size = sizeof(std::iter_value_t<I>);

/// Bytes that are read per element.
template <class I>
inline constexpr std::size_t bytes_an_element = sizeof(std::iter_value_t<I>);

} // namespace gpu::inline v0::detail
