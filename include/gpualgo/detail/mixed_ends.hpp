// SPDX-License-Identifier: Apache-2.0
/// @file
/// Calls whose two iterators have different types, such as `v.begin()` and `v.cend()`. Algorithms
/// delete them: so a compiler prints one line in place of a list of overloads.
#pragma once

#include <gpualgo/detail/range.hpp>

#include <concepts>
#include <type_traits>

namespace gpu::inline v0::detail {

/// Whether the first two arguments, or those after a policy, are ends of different types.
template <class... Arguments>
inline constexpr bool mixed_ends = false;

template <class I, class S, class... Rest>
    requires input_iterator<std::decay_t<I>>
inline constexpr bool mixed_ends<I, S, Rest...> = !std::same_as<std::decay_t<I>, std::decay_t<S>> &&
                                                  sentinel_for<std::decay_t<S>, std::decay_t<I>>;

template <class P, class I, class S, class... Rest>
    requires(!input_iterator<std::decay_t<P>> && !input_range<P> && input_iterator<std::decay_t<I>>)
inline constexpr bool mixed_ends<P, I, S, Rest...> = mixed_ends<I, S>;

} // namespace gpu::inline v0::detail
