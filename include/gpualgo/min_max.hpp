// SPDX-License-Identifier: Apache-2.0
/// @file
/// min and max: the smallest and the largest element of a range, on any device.
#pragma once

#include <gpualgo/detail/find_arguments.hpp>
#include <gpualgo/detail/min_max_range.hpp>
#include <gpualgo/extrema.hpp>

#include <utility>

namespace gpu::inline v0 {

/// @addtogroup extrema
/// @{

/// The smallest element of a range that has elements: the first of these.
/// @return a copy of it
/// @param first the first element
/// @param last the end
/// @param comp tells whether one element is before another
/// @throws std::invalid_argument if there are no elements, too
template <detail::forward_pair I, class C = std::less<>>
    requires detail::comparator_of<C, I>
[[nodiscard]] constexpr std::iter_value_t<I> min(I first, I last, C comp = C()) {
    return detail::extremum_value<detail::extremum::smallest>(detail::no_policy(), std::move(first),
                                                              std::move(last), std::move(comp));
}

/// The smallest element of a range that has elements: the first of these.
/// @return a copy of it
/// @param range the elements
/// @param comp tells whether one element is before another
/// @throws std::invalid_argument if there are no elements, too
template <detail::input_range R, class C = std::less<>>
    requires detail::forward_iterator<detail::iterator_t<R>> &&
        detail::comparator_of<C, detail::iterator_t<R>>
[[nodiscard]] constexpr detail::range_value_t<R> min(R&& range, C comp = C()) {
    return detail::extremum_value<detail::extremum::smallest>(
        detail::no_policy(), detail::begin_of(range), detail::end_of(range), std::move(comp));
}

/// The smallest element of a range that has elements: the first of these.
/// @copydetails min(I, I, C)
/// @param policy `automatic` with its options
template <detail::extrema_policy P, detail::forward_pair I, class C = std::less<>>
    requires detail::comparator_of<C, I>
[[nodiscard]] constexpr std::iter_value_t<I> min(P const& policy, I first, I last, C comp = C()) {
    return detail::extremum_value<detail::extremum::smallest>(policy, std::move(first),
                                                              std::move(last), std::move(comp));
}

/// The smallest element of a range that has elements: the first of these.
/// @copydetails min(R&&, C)
/// @param policy `automatic` with its options
template <detail::extrema_policy P, detail::input_range R, class C = std::less<>>
    requires detail::forward_iterator<detail::iterator_t<R>> &&
        detail::comparator_of<C, detail::iterator_t<R>>
[[nodiscard]] constexpr detail::range_value_t<R> min(P const& policy, R&& range, C comp = C()) {
    return detail::extremum_value<detail::extremum::smallest>(
        policy, detail::begin_of(range), detail::end_of(range), std::move(comp));
}

/// The largest element of a range that has elements: the first of these.
/// @return a copy of it
/// @param first the first element
/// @param last the end
/// @param comp tells whether one element is before another
/// @throws std::invalid_argument if there are no elements, too
template <detail::forward_pair I, class C = std::less<>>
    requires detail::comparator_of<C, I>
[[nodiscard]] constexpr std::iter_value_t<I> max(I first, I last, C comp = C()) {
    return detail::extremum_value<detail::extremum::largest>(detail::no_policy(), std::move(first),
                                                             std::move(last), std::move(comp));
}

/// The largest element of a range that has elements: the first of these.
/// @return a copy of it
/// @param range the elements
/// @param comp tells whether one element is before another
/// @throws std::invalid_argument if there are no elements, too
template <detail::input_range R, class C = std::less<>>
    requires detail::forward_iterator<detail::iterator_t<R>> &&
        detail::comparator_of<C, detail::iterator_t<R>>
[[nodiscard]] constexpr detail::range_value_t<R> max(R&& range, C comp = C()) {
    return detail::extremum_value<detail::extremum::largest>(
        detail::no_policy(), detail::begin_of(range), detail::end_of(range), std::move(comp));
}

/// The largest element of a range that has elements: the first of these.
/// @copydetails max(I, I, C)
/// @param policy `automatic` with its options
template <detail::extrema_policy P, detail::forward_pair I, class C = std::less<>>
    requires detail::comparator_of<C, I>
[[nodiscard]] constexpr std::iter_value_t<I> max(P const& policy, I first, I last, C comp = C()) {
    return detail::extremum_value<detail::extremum::largest>(policy, std::move(first),
                                                             std::move(last), std::move(comp));
}

/// The largest element of a range that has elements: the first of these.
/// @copydetails max(R&&, C)
/// @param policy `automatic` with its options
template <detail::extrema_policy P, detail::input_range R, class C = std::less<>>
    requires detail::forward_iterator<detail::iterator_t<R>> &&
        detail::comparator_of<C, detail::iterator_t<R>>
[[nodiscard]] constexpr detail::range_value_t<R> max(P const& policy, R&& range, C comp = C()) {
    return detail::extremum_value<detail::extremum::largest>(
        policy, detail::begin_of(range), detail::end_of(range), std::move(comp));
}

/// @}

/// @cond internal
// If the first argument is not a policy of these, a compile error lists the policies.
template <detail::not_a_policy_of_find X, detail::range_or_iterator R, class... Rest>
    requires(!std::is_arithmetic_v<X>)
constexpr auto min(X const&, R&&, Rest const&...) {
    detail::require_policy_of_find<X>();
    return std::iter_value_t<detail::iterator_into<R>>();
}
template <detail::not_a_policy_of_find X, detail::range_or_iterator R, class... Rest>
    requires(!std::is_arithmetic_v<X>)
constexpr auto max(X const&, R&&, Rest const&...) {
    detail::require_policy_of_find<X>();
    return std::iter_value_t<detail::iterator_into<R>>();
}
/// @endcond

} // namespace gpu::inline v0
