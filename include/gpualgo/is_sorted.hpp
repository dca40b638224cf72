// SPDX-License-Identifier: Apache-2.0
/// @file
/// is_sorted and is_sorted_until: whether a range of any device is sorted.
#pragma once

#include <gpualgo/detail/is_sorted_range.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/functional.hpp>

#include <functional>
#include <utility>

namespace gpu::inline v0 {

/// @addtogroup sort
/// @{

/// Tells whether a range is sorted, which is given by two iterators.
/// @return whether no element comes before the one ahead of it
/// @param first the first element
/// @param last the end
template <detail::forward_pair I>
    requires detail::comparator_of<std::less<>, I>
[[nodiscard]] constexpr bool is_sorted(I first, I last) {
    return detail::sorted_until(detail::no_policy(), detail::sort_kind::is_sorted, first, last,
                                std::less<>()) == last;
}

/// @copydoc is_sorted(I, I)
/// @param comp tells whether one element comes before another
template <detail::forward_pair I, class C>
    requires detail::comparator_of<C, I>
[[nodiscard]] constexpr bool is_sorted(I first, I last, C comp) {
    return detail::sorted_until(detail::no_policy(), detail::sort_kind::is_sorted, first, last,
                                std::move(comp)) == last;
}

/// Tells whether a range is sorted.
/// @return whether no element comes before the one ahead of it
/// @param range the elements
/// @param comp tells whether one element comes before another
template <detail::input_range R, class C = std::less<>>
    requires detail::comparator_of<C, detail::iterator_t<R>>
[[nodiscard]] constexpr bool is_sorted(R&& range, C comp = C()) {
    return detail::sorted_until(detail::no_policy(), detail::sort_kind::is_sorted,
                                detail::begin_of(range), detail::end_of(range),
                                std::move(comp)) == detail::end_of(range);
}

/// @copydoc is_sorted(I, I, C)
/// @param policy `automatic` with its options
template <detail::is_sorted_policy P, detail::forward_pair I, class C = std::less<>>
    requires detail::comparator_of<C, I>
[[nodiscard]] constexpr bool is_sorted(P const& policy, I first, I last, C comp = C()) {
    return detail::sorted_until(policy, detail::sort_kind::is_sorted, first, last,
                                std::move(comp)) == last;
}

/// @copydoc is_sorted(R&&, C)
/// @param policy `automatic` with its options
template <detail::is_sorted_policy P, detail::input_range R, class C = std::less<>>
    requires detail::comparator_of<C, detail::iterator_t<R>>
[[nodiscard]] constexpr bool is_sorted(P const& policy, R&& range, C comp = C()) {
    return detail::sorted_until(policy, detail::sort_kind::is_sorted, detail::begin_of(range),
                                detail::end_of(range), std::move(comp)) == detail::end_of(range);
}

/// Finds the first element that comes before the one ahead of it, in a range given by two
/// iterators.
/// @return an iterator to it; the end if the range is sorted
/// @param first the first element
/// @param last the end
template <detail::forward_pair I>
    requires detail::comparator_of<std::less<>, I>
[[nodiscard]] constexpr I is_sorted_until(I first, I last) {
    return detail::sorted_until(detail::no_policy(), detail::sort_kind::is_sorted_until, first,
                                last, std::less<>());
}

/// @copydoc is_sorted_until(I, I)
/// @param comp tells whether one element comes before another
template <detail::forward_pair I, class C>
    requires detail::comparator_of<C, I>
[[nodiscard]] constexpr I is_sorted_until(I first, I last, C comp) {
    return detail::sorted_until(detail::no_policy(), detail::sort_kind::is_sorted_until, first,
                                last, std::move(comp));
}

/// Finds the first element that comes before the one ahead of it, in a range.
/// @return an iterator to it; the end if the range is sorted
/// @param range the elements
/// @param comp tells whether one element comes before another
template <detail::lasting_range R, class C = std::less<>>
    requires detail::comparator_of<C, detail::iterator_t<R>>
[[nodiscard]] constexpr auto is_sorted_until(R&& range, C comp = C()) {
    return detail::sorted_until(detail::no_policy(), detail::sort_kind::is_sorted_until,
                                detail::begin_of(range), detail::end_of(range), std::move(comp));
}

/// @copydoc is_sorted_until(I, I, C)
/// @param policy `automatic` with its options
template <detail::is_sorted_policy P, detail::forward_pair I, class C = std::less<>>
    requires detail::comparator_of<C, I>
[[nodiscard]] constexpr I is_sorted_until(P const& policy, I first, I last, C comp = C()) {
    return detail::sorted_until(policy, detail::sort_kind::is_sorted_until, first, last,
                                std::move(comp));
}

/// @copydoc is_sorted_until(R&&, C)
/// @param policy `automatic` with its options
template <detail::is_sorted_policy P, detail::lasting_range R, class C = std::less<>>
    requires detail::comparator_of<C, detail::iterator_t<R>>
[[nodiscard]] constexpr auto is_sorted_until(P const& policy, R&& range, C comp = C()) {
    return detail::sorted_until(policy, detail::sort_kind::is_sorted_until, detail::begin_of(range),
                                detail::end_of(range), std::move(comp));
}

/// @}

/// @cond internal
// If the first argument is not a policy of these, a compile error lists the policies.
template <detail::not_a_policy_of_is_sorted X, class R, class... Rest>
    requires(detail::input_range<R> || detail::input_iterator<std::remove_cvref_t<R>>)
constexpr void is_sorted(X const&, R&&, Rest const&...) {
    detail::require_policy_of_is_sorted<X>();
}
template <detail::not_a_policy_of_is_sorted X, class R, class... Rest>
    requires(detail::input_range<R> || detail::input_iterator<std::remove_cvref_t<R>>)
constexpr void is_sorted_until(X const&, R&&, Rest const&...) {
    detail::require_policy_of_is_sorted<X>();
}
/// @endcond

} // namespace gpu::inline v0
