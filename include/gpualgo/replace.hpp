// SPDX-License-Identifier: Apache-2.0
/// @file
/// replace, replace_if: those of the standard library, on any device.
#pragma once

#include <gpualgo/detail/expression_replace.hpp>
#include <gpualgo/detail/fill_range.hpp>
#include <gpualgo/predicates.hpp>

#include <utility>

namespace gpu::inline v0 {

/// @addtogroup elementwise
/// @{

/// Replaces the elements of a range that equal a value, as `==` says.
/// @param first the first element
/// @param last the end
/// @param old is compared with elements
/// @param value is assigned to those that equal it
template <detail::paired_iterator I, detail::value_for<I> T, class U>
    requires detail::settable_iterator<I, U>
constexpr void replace(I first, I last, T const& old, U const& value) {
    detail::replace_range(detail::no_policy(), "gpu::replace", std::move(first), std::move(last),
                          detail::equals_given(old), value);
}

/// Replaces the elements of a range that equal a value, as `==` says.
/// @param range the elements
/// @param old is compared with elements
/// @param value is assigned to those that equal it
template <detail::input_range R, detail::value_for<detail::iterator_t<R>> T, class U>
    requires detail::settable_iterator<detail::iterator_t<R>, U>
constexpr void replace(R&& range, T const& old, U const& value) {
    detail::replace_range(detail::no_policy(), "gpu::replace", detail::begin_of(range),
                          detail::end_of(range), detail::equals_given(old), value);
}

/// @copydoc replace(I, I, T const&, U const&)
/// @param policy gpu::automatic with its options
template <detail::elementwise_policy P, detail::paired_iterator I, detail::value_for<I> T, class U>
    requires detail::settable_iterator<I, U>
constexpr void replace(P const& policy, I first, I last, T const& old, U const& value) {
    detail::replace_range(policy, "gpu::replace", std::move(first), std::move(last),
                          detail::equals_given(old), value);
}

/// @copydoc replace(R&&, T const&, U const&)
/// @param policy gpu::automatic with its options
template <detail::elementwise_policy P, detail::input_range R,
          detail::value_for<detail::iterator_t<R>> T, class U>
    requires detail::settable_iterator<detail::iterator_t<R>, U>
constexpr void replace(P const& policy, R&& range, T const& old, U const& value) {
    detail::replace_range(policy, "gpu::replace", detail::begin_of(range), detail::end_of(range),
                          detail::equals_given(old), value);
}

/// Replaces the elements of a range that a predicate selects. On devices, the predicate is one of
/// gpualgo/predicates.hpp, or an expression, see @ref expressions.
/// @param first the first element
/// @param last the end
/// @param predicate says whether an element is replaced
/// @param value is assigned to those that are
template <detail::paired_iterator I, detail::predicate_of<I> Predicate, class U>
    requires detail::settable_iterator<I, U>
constexpr void replace_if(I first, I last, Predicate predicate, U const& value) {
    detail::replace_range(detail::no_policy(), "gpu::replace_if", std::move(first), std::move(last),
                          std::move(predicate), value);
}

/// Replaces the elements of a range that a predicate selects. On devices, the predicate is one of
/// gpualgo/predicates.hpp, or an expression, see @ref expressions.
/// @param range the elements
/// @param predicate says whether an element is replaced
/// @param value is assigned to those that are
template <detail::input_range R, detail::predicate_of<detail::iterator_t<R>> Predicate, class U>
    requires detail::settable_iterator<detail::iterator_t<R>, U>
constexpr void replace_if(R&& range, Predicate predicate, U const& value) {
    detail::replace_range(detail::no_policy(), "gpu::replace_if", detail::begin_of(range),
                          detail::end_of(range), std::move(predicate), value);
}

/// @copydoc replace_if(I, I, Predicate, U const&)
/// @param policy gpu::automatic with its options
template <detail::elementwise_policy P, detail::paired_iterator I,
          detail::predicate_of<I> Predicate, class U>
    requires detail::settable_iterator<I, U>
constexpr void replace_if(P const& policy, I first, I last, Predicate predicate, U const& value) {
    detail::replace_range(policy, "gpu::replace_if", std::move(first), std::move(last),
                          std::move(predicate), value);
}

/// @copydoc replace_if(R&&, Predicate, U const&)
/// @param policy gpu::automatic with its options
template <detail::elementwise_policy P, detail::input_range R,
          detail::predicate_of<detail::iterator_t<R>> Predicate, class U>
    requires detail::settable_iterator<detail::iterator_t<R>, U>
constexpr void replace_if(P const& policy, R&& range, Predicate predicate, U const& value) {
    detail::replace_range(policy, "gpu::replace_if", detail::begin_of(range), detail::end_of(range),
                          std::move(predicate), value);
}

/// @}

/// @cond internal
template <detail::not_a_policy_of_extrema X, class R, class... Rest>
constexpr void replace(X const&, R&&, Rest const&...) {
    detail::require_policy_of_elementwise<X>();
}
template <detail::not_a_policy_of_extrema X, class R, class... Rest>
constexpr void replace_if(X const&, R&&, Rest const&...) {
    detail::require_policy_of_elementwise<X>();
}
/// @endcond

} // namespace gpu::inline v0
