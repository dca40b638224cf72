// SPDX-License-Identifier: Apache-2.0
/// @file
/// Iterators to elements that several threads can write at once.
#pragma once

#include <gpualgo/detail/iterator.hpp>

#include <concepts>
#include <iterator>
#include <vector>

namespace gpu::inline v0::detail {

/// Whether a reference is to a bit of `std::vector<bool>`, or holds one, as those of a zip do.
template <class Reference>
inline constexpr bool refers_to_bit = std::same_as<Reference, std::vector<bool>::reference>;
template <template <class...> class Tuple, class... References>
inline constexpr bool refers_to_bit<Tuple<References...>> =
    std::same_as<Tuple<References...>, std::vector<bool>::reference> ||
    (refers_to_bit<References> || ...);

/// An iterator of which elements share a word with others, so that threads must not write them.
template <class I>
concept packs_bits = refers_to_bit<std::iter_reference_t<I>>;

/// An iterator whose elements several threads can handle.
template <class I>
concept divisible_iterator = random_access_iterator<I> && !packs_bits<I>;

template <class... Is>
inline constexpr bool is_divisible = (divisible_iterator<Is> && ...);

} // namespace gpu::inline v0::detail
