// SPDX-License-Identifier: Apache-2.0
/// @file
/// What a range is, without the cost of `<ranges>`: anything with a `begin` and an `end`, sized or
/// not, of one type or two.
#pragma once

#include <concepts>
#include <cstddef>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

using std::begin; // beside those that argument-dependent look-up finds
using std::end;

/// An lvalue that can be read from its `begin` to its `end`.
template <class R>
concept input_range = requires(R& range) {
    { begin(range) } -> std::input_iterator;
    { end(range) } -> std::sentinel_for<decltype(begin(range))>;
};

template <input_range R>
constexpr auto begin_of(R& range) {
    return begin(range);
}

template <input_range R>
constexpr auto end_of(R& range) {
    return end(range);
}

template <input_range R>
using iterator_t = decltype(begin(std::declval<R&>()));

template <input_range R>
using range_value_t = std::iter_value_t<iterator_t<R>>;

/// An iterator that can be given together with another of its type, as the two ends of a range.
template <class I>
concept paired_iterator = std::input_iterator<I> && std::sentinel_for<I, I>;

/// What gives elements that become T.
template <class I, class T>
concept iterator_of = paired_iterator<I> && std::convertible_to<std::iter_reference_t<I>, T>;
template <class R, class T>
concept range_of = input_range<R> && std::convertible_to<std::iter_reference_t<iterator_t<R>>, T>;

/// `reduce(array, array + 4)` and `reduce(directory, directory)` are two iterators, not a range and
/// an init.
template <class X, class R>
concept not_a_sentinel_of = !std::sentinel_for<std::decay_t<X>, std::decay_t<R>>;

/// Elements that lie side by side in memory, so that their address and number say all.
template <class I>
concept contiguous_memory = std::contiguous_iterator<I> &&
    !std::is_volatile_v<std::remove_reference_t<std::iter_reference_t<I>>>;

/// Where elements begin that lie side by side: `std::to_address`, but its header, <memory>, would
/// cost every client a tenth of a second of compilation.
template <std::contiguous_iterator I>
constexpr auto* address_of(I first) {
    return std::span<std::remove_reference_t<std::iter_reference_t<I>>>(first, 0).data();
}

/// Bytes of an element: what the canonical order goes by.
template <class I>
inline constexpr std::size_t element_size = sizeof(std::iter_value_t<I>);

/// Bytes that are read for an element.
template <class I>
inline constexpr std::size_t bytes_an_element = sizeof(std::iter_value_t<I>);

/// Goes n elements on; an iterator may say how.
template <std::forward_iterator I>
constexpr void advance_by(I& i, std::size_t n) {
    if constexpr (requires { i.advance(n); }) i.advance(n);
    else std::ranges::advance(i, static_cast<std::iter_difference_t<I>>(n));
}

/// How many elements there are; walks a forward iterator that cannot say.
template <std::forward_iterator I, std::sentinel_for<I> S>
constexpr std::size_t count(I first, S last) {
    if constexpr (std::sized_sentinel_for<S, I>) {
        return static_cast<std::size_t>(last - first);
    } else {
        std::size_t n = 0;
        for (; first != last; ++first) ++n;
        return n;
    }
}

} // namespace gpu::inline v0::detail
