// SPDX-License-Identifier: Apache-2.0
/// @file
/// min_element, max_element and minmax_element: `std::min_element` etc. on any device.
#pragma once

#include <gpualgo/detail/extrema_arguments.hpp>
#include <gpualgo/detail/extrema_range.hpp>
#include <gpualgo/detail/order_refusals.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/policy.hpp>

#include <utility>

namespace gpu::inline v0 {

/// @defgroup extrema Smallest and largest elements
/// Iterators to the smallest and to the largest element of a range: `std::min_element`,
/// `std::max_element` and `std::minmax_element`, on any device.
///
/// @par Template parameters
/// P: a policy. I, R: an iterator or a range, of the host or of a device. S: the type of the end.
/// C: a comparator. Projection: a function of an element, or a pointer to a member.
/// @par Requires
/// comp(a, b) tells whether a is before b, and is a strict weak order. If there is a projection, a
/// and b are its results, otherwise elements. Ranges are not temporaries, unless their iterators
/// outlive them, as those of `std::span` do. A policy is `automatic`, with its options, or one of
/// the standard library (gpualgo/std_execution.hpp).
/// @par Precompiled functions
/// `std::less` and `std::greater` of the elements, for integers of 8 to 64 bits, `float`, `double`,
/// `gpu::half` and `gpu::bfloat16`. Ranges on devices need one of these, and no projection but an
/// expression (gpualgo/expression.hpp). On the host, the program itself searches with all other
/// types, comparators and projections.
/// @par Effects
/// Reads every element and fills the policy's report.
/// @par Returns
/// As the functions of the standard library. Among equivalent elements, min_element and max_element
/// return the first. minmax_element returns the first of the smallest and the last of the largest.
/// An empty range returns its end. -0 and +0 are equivalent. Precompiled functions ignore NaNs,
/// unless all elements are NaNs: then these are equivalent. So do these functions if they compare
/// the results of a projection.
/// @par Where it runs
/// On the device where the range lies. A range of the host: on the host, or on the device of
/// `.on(device)`. Without a policy, functions that are not precompiled run in the calling thread;
/// with a policy on all cores.
/// @par Throws
/// As reduce, and any exception of comp or of the projection: one of them if there are several.
/// @par Thread safety
/// May be called from several threads at once, also on the same range. With a policy, several
/// threads may call comp at once.
/// @par Stream behaviour
/// Waits for the device: returns when the result is available.
/// @par Determinism
/// There is one right answer, which is the same on every device.
/// @par Memory
/// As reduce. A range of the host that is not contiguous is copied if `.on(device)` is given.
/// @par Constant expressions
/// Ranges of the host may be searched in constant expressions.
/// @{

/// Finds the first of the smallest elements of a range given by two iterators.
/// @copydetails min_element(I, I)
/// @param comp tells whether one element is before another
template <detail::forward_pair I, class C = std::less<>>
    requires detail::comparator_of<C, I>
[[nodiscard]] constexpr I min_element(I first, I last, C comp) {
    return detail::extrema_of<detail::extremum::smallest>(
        detail::no_policy(), std::move(first), std::move(last), std::move(comp), std::identity());
}

/// Finds the first of the smallest elements of a range given by two iterators.
/// @return the iterator
/// @param first the first element
/// @param last the end
template <detail::forward_pair I>
    requires detail::comparator_of<std::less<>, I>
[[nodiscard]] constexpr I min_element(I first, I last) {
    return detail::extrema_of<detail::extremum::smallest>(
        detail::no_policy(), std::move(first), std::move(last), std::less<>(), std::identity());
}

/// Finds the first of the smallest elements of a range given by two iterators.
/// @copydetails min_element(I, I, C)
/// @param project is applied to elements before they are compared
template <detail::forward_iterator I, detail::sentinel_for<I> S, class C = std::less<>,
          class Projection = std::identity>
    requires detail::comparator_of<C, I, Projection>
[[nodiscard]] constexpr I min_element(I first, S last, C comp = C(),
                                      Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::smallest>(detail::no_policy(), std::move(first),
                                                          std::move(last), std::move(comp),
                                                          std::move(project));
}

/// Finds the first of the smallest elements of a range.
/// @return the iterator
/// @param range the elements
/// @param comp tells whether one element is before another
/// @param project is applied to elements before they are compared
template <detail::lasting_range R, class C = std::less<>, class Projection = std::identity>
    requires detail::comparator_of<C, detail::iterator_t<R>, Projection>
[[nodiscard]] constexpr auto min_element(R&& range, C comp = C(),
                                         Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::smallest>(
        detail::no_policy(), detail::begin_of(range), detail::end_of(range), std::move(comp),
        std::move(project));
}

/// Finds the first of the smallest elements of a range given by two iterators.
/// @copydetails min_element(I, S, C, Projection)
/// @param policy `automatic` with its options
template <detail::extrema_policy P, detail::forward_iterator I, detail::sentinel_for<I> S,
          class C = std::less<>, class Projection = std::identity>
    requires detail::comparator_of<C, I, Projection>
[[nodiscard]] constexpr I min_element(P const& policy, I first, S last, C comp = C(),
                                      Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::smallest>(policy, std::move(first), std::move(last),
                                                          std::move(comp), std::move(project));
}

/// Finds the first of the smallest elements of a range.
/// @copydetails min_element(R&&, C, Projection)
/// @param policy `automatic` with its options
template <detail::extrema_policy P, detail::lasting_range R, class C = std::less<>,
          class Projection = std::identity>
    requires detail::comparator_of<C, detail::iterator_t<R>, Projection>
[[nodiscard]] constexpr auto min_element(P const& policy, R&& range, C comp = C(),
                                         Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::smallest>(policy, detail::begin_of(range),
                                                          detail::end_of(range), std::move(comp),
                                                          std::move(project));
}

/// Finds the first of the largest elements of a range given by two iterators.
/// @copydetails min_element(I, I, C)
template <detail::forward_pair I, class C = std::less<>>
    requires detail::comparator_of<C, I>
[[nodiscard]] constexpr I max_element(I first, I last, C comp) {
    return detail::extrema_of<detail::extremum::largest>(
        detail::no_policy(), std::move(first), std::move(last), std::move(comp), std::identity());
}

/// Finds the first of the largest elements of a range given by two iterators.
/// @copydetails min_element(I, I)
template <detail::forward_pair I>
    requires detail::comparator_of<std::less<>, I>
[[nodiscard]] constexpr I max_element(I first, I last) {
    return detail::extrema_of<detail::extremum::largest>(
        detail::no_policy(), std::move(first), std::move(last), std::less<>(), std::identity());
}

/// Finds the first of the largest elements of a range given by two iterators.
/// @copydetails min_element(I, S, C, Projection)
template <detail::forward_iterator I, detail::sentinel_for<I> S, class C = std::less<>,
          class Projection = std::identity>
    requires detail::comparator_of<C, I, Projection>
[[nodiscard]] constexpr I max_element(I first, S last, C comp = C(),
                                      Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::largest>(detail::no_policy(), std::move(first),
                                                         std::move(last), std::move(comp),
                                                         std::move(project));
}

/// Finds the first of the largest elements of a range.
/// @copydetails min_element(R&&, C, Projection)
template <detail::lasting_range R, class C = std::less<>, class Projection = std::identity>
    requires detail::comparator_of<C, detail::iterator_t<R>, Projection>
[[nodiscard]] constexpr auto max_element(R&& range, C comp = C(),
                                         Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::largest>(
        detail::no_policy(), detail::begin_of(range), detail::end_of(range), std::move(comp),
        std::move(project));
}

/// Finds the first of the largest elements of a range given by two iterators.
/// @copydetails min_element(P const&, I, S, C, Projection)
template <detail::extrema_policy P, detail::forward_iterator I, detail::sentinel_for<I> S,
          class C = std::less<>, class Projection = std::identity>
    requires detail::comparator_of<C, I, Projection>
[[nodiscard]] constexpr I max_element(P const& policy, I first, S last, C comp = C(),
                                      Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::largest>(policy, std::move(first), std::move(last),
                                                         std::move(comp), std::move(project));
}

/// Finds the first of the largest elements of a range.
/// @copydetails min_element(P const&, R&&, C, Projection)
template <detail::extrema_policy P, detail::lasting_range R, class C = std::less<>,
          class Projection = std::identity>
    requires detail::comparator_of<C, detail::iterator_t<R>, Projection>
[[nodiscard]] constexpr auto max_element(P const& policy, R&& range, C comp = C(),
                                         Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::largest>(policy, detail::begin_of(range),
                                                         detail::end_of(range), std::move(comp),
                                                         std::move(project));
}

/// @copydoc minmax_element(I, I)
/// @param comp tells whether one element is before another
template <detail::forward_pair I, class C = std::less<>>
    requires detail::comparator_of<C, I>
[[nodiscard]] constexpr std::pair<I, I> minmax_element(I first, I last, C comp) {
    return detail::extrema_of<detail::extremum::both>(
        detail::no_policy(), std::move(first), std::move(last), std::move(comp), std::identity());
}

/// Finds the first of the smallest and the last of the largest elements of a range given by two
/// iterators.
/// @return both iterators, that of the smallest first
/// @param first the first element
/// @param last the end
template <detail::forward_pair I>
    requires detail::comparator_of<std::less<>, I>
[[nodiscard]] constexpr std::pair<I, I> minmax_element(I first, I last) {
    return detail::extrema_of<detail::extremum::both>(
        detail::no_policy(), std::move(first), std::move(last), std::less<>(), std::identity());
}

/// @copydoc minmax_element(I, I, C)
/// @param project is applied to elements before they are compared
template <detail::forward_iterator I, detail::sentinel_for<I> S, class C = std::less<>,
          class Projection = std::identity>
    requires detail::comparator_of<C, I, Projection>
[[nodiscard]] constexpr std::pair<I, I> minmax_element(I first, S last, C comp = C(),
                                                       Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::both>(detail::no_policy(), std::move(first),
                                                      std::move(last), std::move(comp),
                                                      std::move(project));
}

/// Finds the first of the smallest and the last of the largest elements of a range.
/// @return both iterators, that of the smallest first
/// @param range the elements
/// @param comp tells whether one element is before another
/// @param project is applied to elements before they are compared
template <detail::lasting_range R, class C = std::less<>, class Projection = std::identity>
    requires detail::comparator_of<C, detail::iterator_t<R>, Projection>
[[nodiscard]] constexpr auto minmax_element(R&& range, C comp = C(),
                                            Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::both>(detail::no_policy(), detail::begin_of(range),
                                                      detail::end_of(range), std::move(comp),
                                                      std::move(project));
}

/// @copydoc minmax_element(I, S, C, Projection)
/// @param policy `automatic` with its options
template <detail::extrema_policy P, detail::forward_iterator I, detail::sentinel_for<I> S,
          class C = std::less<>, class Projection = std::identity>
    requires detail::comparator_of<C, I, Projection>
[[nodiscard]] constexpr std::pair<I, I>
minmax_element(P const& policy, I first, S last, C comp = C(), Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::both>(policy, std::move(first), std::move(last),
                                                      std::move(comp), std::move(project));
}

/// @copydoc minmax_element(R&&, C, Projection)
/// @param policy `automatic` with its options
template <detail::extrema_policy P, detail::lasting_range R, class C = std::less<>,
          class Projection = std::identity>
    requires detail::comparator_of<C, detail::iterator_t<R>, Projection>
[[nodiscard]] constexpr auto minmax_element(P const& policy, R&& range, C comp = C(),
                                            Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::both>(policy, detail::begin_of(range),
                                                      detail::end_of(range), std::move(comp),
                                                      std::move(project));
}

/// @}

/// @cond internal
// If elements cannot be compared, compilers print one of these lines.
template <class... Arguments>
    requires detail::no_order_of_extrema<Arguments...>
constexpr void min_element(Arguments&&...) = delete; // no order: give a comparator, or {}, &T::key
template <class... Arguments>
    requires detail::no_order_of_extrema<Arguments...>
constexpr void max_element(Arguments&&...) = delete; // no order: give a comparator, or {}, &T::key
template <class... Arguments>
    requires detail::no_order_of_extrema<Arguments...>
constexpr void
minmax_element(Arguments&&...) = delete; // no order: give a comparator, or {}, &T::key

// If the first argument is not a policy of these, a compile error lists the policies. The result
// has the right type, so that nothing else is wrong.
template <detail::not_a_policy_of_extrema X, detail::range_or_iterator R, class... Rest>
constexpr detail::extrema_result<detail::extremum::smallest, detail::iterator_into<R>>
min_element(X const&, R&&, Rest const&...) {
    detail::require_policy_of_extrema<X>();
    return {};
}
template <detail::not_a_policy_of_extrema X, detail::range_or_iterator R, class... Rest>
constexpr detail::extrema_result<detail::extremum::largest, detail::iterator_into<R>>
max_element(X const&, R&&, Rest const&...) {
    detail::require_policy_of_extrema<X>();
    return {};
}
template <detail::not_a_policy_of_extrema X, detail::range_or_iterator R, class... Rest>
constexpr detail::extrema_result<detail::extremum::both, detail::iterator_into<R>>
minmax_element(X const&, R&&, Rest const&...) {
    detail::require_policy_of_extrema<X>();
    return {};
}
/// @endcond

} // namespace gpu::inline v0
