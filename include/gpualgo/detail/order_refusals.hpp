// SPDX-License-Identifier: Apache-2.0
/// @file
/// Why a call of sort, stable_sort or min_element and its like does not compile. These are deleted
/// functions: so a compiler prints one line in place of a list of overloads, and concepts can still
/// ask for the call.
#pragma once

#include <gpualgo/detail/extrema_order.hpp>
#include <gpualgo/detail/made_elements.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/sort_arguments.hpp>
#include <gpualgo/functional.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The elements of a call, and their order. Views of ranges on devices have errors of their own.
template <class I, class C = std::less<>, class Projection = std::identity>
struct order_of_call {
    static constexpr bool has_random_access = random_access_iterator<I> || reads_device<I>;
    static constexpr bool is_writable = sortable_iterator<I> || reads_device<I>;
    static constexpr bool has_order = comparator_of<C, I, Projection>;
};

/// The arguments of a call.
template <class... Arguments>
struct ordered_call {
    static constexpr bool has_random_access = true, is_writable = true, has_order = true;
};

template <class I, class S, class... Order>
    requires(std::same_as<std::decay_t<I>, std::decay_t<S>>&& input_iterator<std::decay_t<I>> &&
             sizeof...(Order) <= 2)
struct ordered_call<I, S, Order...> : order_of_call<std::decay_t<I>, std::decay_t<Order>...> {};

template <input_range R, class... Order>
    requires((!std::same_as<std::decay_t<Order>, std::decay_t<R>> && ...) && sizeof...(Order) <= 2)
struct ordered_call<R, Order...> : order_of_call<iterator_t<R>, std::decay_t<Order>...> {};

template <class P, class... Rest>
    requires sort_policy<std::remove_cvref_t<P>>
struct ordered_call<P, Rest...> : ordered_call<Rest...> {
};

/// Sorts need random access: a std::vector, std::deque, std::array or std::span.
template <class... Arguments>
concept no_random_access = !ordered_call<Arguments...>::has_random_access;

/// The elements are const, or made when they are read.
template <class... Arguments>
concept no_elements_to_assign =
    !no_random_access<Arguments...> && !ordered_call<Arguments...>::is_writable;

/// The comparator cannot be called with two elements, or with the results of the projection.
template <class... Arguments>
concept no_order_of_elements =
    !no_random_access<Arguments...> && !no_elements_to_assign<Arguments...> &&
    !ordered_call<Arguments...>::has_order;

/// The same of extrema, which need no random access.
template <class... Arguments>
concept no_order_of_extrema = !ordered_call<Arguments...>::has_order;

} // namespace gpu::inline v0::detail
