// SPDX-License-Identifier: Apache-2.0
/// @file
/// min_element, max_element and minmax_element: `std::min_element` and its like on any device. Not
/// in the umbrella header.
#pragma once

#include <gpualgo/detail/extrema_arguments.hpp>
#include <gpualgo/detail/extrema_range.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/policy.hpp>

#include <functional>
#include <utility>

namespace gpu::inline v0 {

/// @defgroup extrema Smallest and largest elements
/// Iterators to the smallest and to the largest element of a range: `std::min_element`,
/// `std::max_element` and `std::minmax_element`, on any device.
///
/// @par Requires
/// comp(a, b) says whether a is before b, and is a strict weak order. If there is a projection, a
/// and b are its results, otherwise elements. Ranges are not temporaries, unless their iterators
/// outlive them, as those of `std::span` do. A policy is `automatic`, with its options, or one of
/// the standard library (gpualgo/std_execution.hpp).
/// @par What is precompiled
/// `std::less` and `std::greater` of the elements, for integers of 8 to 64 bits, `float`, `double`,
/// `gpu::half` and `gpu::bfloat16`. Ranges on devices need one of these, and no projection; on the
/// host, all other types, comparators and projections are searched by the program.
/// @par Effects
/// Reads every element, fills the policy's report, and nothing else.
/// @par Returns
/// As the functions of the standard library: of elements of which none is before the other,
/// min_element and max_element return the first, and minmax_element the first of the smallest and
/// the last of the largest. The end of an empty range. -0 and +0 are equal. Of what is precompiled,
/// NaNs are passed over, unless all elements are NaNs: then these are equal.
/// @par Where it runs
/// Where the range lies, if that is a device; a range of the host on the host, or where
/// `.on(device)` says. Without a policy, what is not precompiled is searched in the calling thread;
/// with one on all cores.
/// @par Throws
/// As reduce, and any exception of comp or of the projection: of several, one.
/// @par Thread safety
/// May be called from several threads at once, also on the same range. With a policy, several
/// threads may call comp at once.
/// @par Stream behaviour
/// Returns when the result is there: waits for the device.
/// @par Determinism
/// There is one right answer: it is the same on every device.
/// @par Memory
/// As reduce. A range of the host that is not contiguous is copied if `.on(device)` is given.
/// @par Constant expressions
/// Ranges of the host may be searched in constant expressions.
/// @{

/// Finds the smallest element of a range given by two iterators.
/// @tparam I an iterator, of the host or a device's
/// @tparam C a comparator
/// @param first the first element
/// @param last the end
/// @param comp whether one element is before another
/// @return an iterator to the first of the smallest elements
template <detail::forward_pair I, class C = std::less<>>
    requires detail::comparator_of<C, I>
[[nodiscard]] constexpr I min_element(I first, I last, C comp) {
    return detail::extrema_of<detail::extremum::smallest>(
        detail::no_policy(), std::move(first), std::move(last), std::move(comp), std::identity());
}

/// Finds the smallest element of a range given by two iterators.
/// @tparam I an iterator, of the host or a device's
/// @param first the first element
/// @param last the end
/// @return an iterator to the first of the smallest elements
template <detail::forward_pair I>
    requires detail::comparator_of<std::less<>, I>
[[nodiscard]] constexpr I min_element(I first, I last) {
    return detail::extrema_of<detail::extremum::smallest>(
        detail::no_policy(), std::move(first), std::move(last), std::less<>(), std::identity());
}

/// Finds the smallest element of a range given by an iterator and its end.
/// @tparam I an iterator, of the host or a device's
/// @tparam S the type of the end
/// @tparam C a comparator
/// @tparam Projection a function of an element, or a member
/// @param first the first element
/// @param last the end
/// @param comp whether one element is before another
/// @param project elements are compared by what it makes of them
/// @return an iterator to the first of the smallest elements
template <detail::forward_iterator I, detail::sentinel_for<I> S, class C = std::less<>,
          class Projection = std::identity>
    requires detail::comparator_of<C, I, Projection>
[[nodiscard]] constexpr I min_element(I first, S last, C comp = C(),
                                      Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::smallest>(detail::no_policy(), std::move(first),
                                                          std::move(last), std::move(comp),
                                                          std::move(project));
}

/// Finds the smallest element of a range.
/// @tparam R a range, of the host or a device's
/// @tparam C a comparator
/// @tparam Projection a function of an element, or a member
/// @param range its elements
/// @param comp whether one element is before another
/// @param project elements are compared by what it makes of them
/// @return an iterator to the first of the smallest elements
template <detail::lasting_range R, class C = std::less<>, class Projection = std::identity>
    requires detail::comparator_of<C, detail::iterator_t<R>, Projection>
[[nodiscard]] constexpr auto min_element(R&& range, C comp = C(),
                                         Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::smallest>(
        detail::no_policy(), detail::begin_of(range), detail::end_of(range), std::move(comp),
        std::move(project));
}

/// Finds the smallest element of a range given by an iterator and its end, by a policy.
/// @tparam P a policy
/// @tparam I an iterator, of the host or a device's
/// @tparam S the type of the end
/// @tparam C a comparator
/// @tparam Projection a function of an element, or a member
/// @param policy how and where
/// @param first the first element
/// @param last the end
/// @param comp whether one element is before another
/// @param project elements are compared by what it makes of them
/// @return an iterator to the first of the smallest elements
template <detail::extrema_policy P, detail::forward_iterator I, detail::sentinel_for<I> S,
          class C = std::less<>, class Projection = std::identity>
    requires detail::comparator_of<C, I, Projection>
[[nodiscard]] constexpr I min_element(P const& policy, I first, S last, C comp = C(),
                                      Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::smallest>(policy, std::move(first), std::move(last),
                                                          std::move(comp), std::move(project));
}

/// Finds the smallest element of a range, by a policy.
/// @tparam P a policy
/// @tparam R a range, of the host or a device's
/// @tparam C a comparator
/// @tparam Projection a function of an element, or a member
/// @param policy how and where
/// @param range its elements
/// @param comp whether one element is before another
/// @param project elements are compared by what it makes of them
/// @return an iterator to the first of the smallest elements
template <detail::extrema_policy P, detail::lasting_range R, class C = std::less<>,
          class Projection = std::identity>
    requires detail::comparator_of<C, detail::iterator_t<R>, Projection>
[[nodiscard]] constexpr auto min_element(P const& policy, R&& range, C comp = C(),
                                         Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::smallest>(policy, detail::begin_of(range),
                                                          detail::end_of(range), std::move(comp),
                                                          std::move(project));
}

/// Finds the largest element of a range given by two iterators.
/// @tparam I an iterator, of the host or a device's
/// @tparam C a comparator
/// @param first the first element
/// @param last the end
/// @param comp whether one element is before another
/// @return an iterator to the first of the largest elements
template <detail::forward_pair I, class C = std::less<>>
    requires detail::comparator_of<C, I>
[[nodiscard]] constexpr I max_element(I first, I last, C comp) {
    return detail::extrema_of<detail::extremum::largest>(
        detail::no_policy(), std::move(first), std::move(last), std::move(comp), std::identity());
}

/// Finds the largest element of a range given by two iterators.
/// @tparam I an iterator, of the host or a device's
/// @param first the first element
/// @param last the end
/// @return an iterator to the first of the largest elements
template <detail::forward_pair I>
    requires detail::comparator_of<std::less<>, I>
[[nodiscard]] constexpr I max_element(I first, I last) {
    return detail::extrema_of<detail::extremum::largest>(
        detail::no_policy(), std::move(first), std::move(last), std::less<>(), std::identity());
}

/// Finds the largest element of a range given by an iterator and its end.
/// @tparam I an iterator, of the host or a device's
/// @tparam S the type of the end
/// @tparam C a comparator
/// @tparam Projection a function of an element, or a member
/// @param first the first element
/// @param last the end
/// @param comp whether one element is before another
/// @param project elements are compared by what it makes of them
/// @return an iterator to the first of the largest elements
template <detail::forward_iterator I, detail::sentinel_for<I> S, class C = std::less<>,
          class Projection = std::identity>
    requires detail::comparator_of<C, I, Projection>
[[nodiscard]] constexpr I max_element(I first, S last, C comp = C(),
                                      Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::largest>(detail::no_policy(), std::move(first),
                                                         std::move(last), std::move(comp),
                                                         std::move(project));
}

/// Finds the largest element of a range.
/// @tparam R a range, of the host or a device's
/// @tparam C a comparator
/// @tparam Projection a function of an element, or a member
/// @param range its elements
/// @param comp whether one element is before another
/// @param project elements are compared by what it makes of them
/// @return an iterator to the first of the largest elements
template <detail::lasting_range R, class C = std::less<>, class Projection = std::identity>
    requires detail::comparator_of<C, detail::iterator_t<R>, Projection>
[[nodiscard]] constexpr auto max_element(R&& range, C comp = C(),
                                         Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::largest>(
        detail::no_policy(), detail::begin_of(range), detail::end_of(range), std::move(comp),
        std::move(project));
}

/// Finds the largest element of a range given by an iterator and its end, by a policy.
/// @tparam P a policy
/// @tparam I an iterator, of the host or a device's
/// @tparam S the type of the end
/// @tparam C a comparator
/// @tparam Projection a function of an element, or a member
/// @param policy how and where
/// @param first the first element
/// @param last the end
/// @param comp whether one element is before another
/// @param project elements are compared by what it makes of them
/// @return an iterator to the first of the largest elements
template <detail::extrema_policy P, detail::forward_iterator I, detail::sentinel_for<I> S,
          class C = std::less<>, class Projection = std::identity>
    requires detail::comparator_of<C, I, Projection>
[[nodiscard]] constexpr I max_element(P const& policy, I first, S last, C comp = C(),
                                      Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::largest>(policy, std::move(first), std::move(last),
                                                         std::move(comp), std::move(project));
}

/// Finds the largest element of a range, by a policy.
/// @tparam P a policy
/// @tparam R a range, of the host or a device's
/// @tparam C a comparator
/// @tparam Projection a function of an element, or a member
/// @param policy how and where
/// @param range its elements
/// @param comp whether one element is before another
/// @param project elements are compared by what it makes of them
/// @return an iterator to the first of the largest elements
template <detail::extrema_policy P, detail::lasting_range R, class C = std::less<>,
          class Projection = std::identity>
    requires detail::comparator_of<C, detail::iterator_t<R>, Projection>
[[nodiscard]] constexpr auto max_element(P const& policy, R&& range, C comp = C(),
                                         Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::largest>(policy, detail::begin_of(range),
                                                         detail::end_of(range), std::move(comp),
                                                         std::move(project));
}

/// Finds the smallest and the largest element of a range given by two iterators.
/// @tparam I an iterator, of the host or a device's
/// @tparam C a comparator
/// @param first the first element
/// @param last the end
/// @param comp whether one element is before another
/// @return iterators to the first of the smallest elements, and to the last of the largest
template <detail::forward_pair I, class C = std::less<>>
    requires detail::comparator_of<C, I>
[[nodiscard]] constexpr std::pair<I, I> minmax_element(I first, I last, C comp) {
    return detail::extrema_of<detail::extremum::both>(
        detail::no_policy(), std::move(first), std::move(last), std::move(comp), std::identity());
}

/// Finds the smallest and the largest element of a range given by two iterators.
/// @tparam I an iterator, of the host or a device's
/// @param first the first element
/// @param last the end
/// @return iterators to the first of the smallest elements, and to the last of the largest
template <detail::forward_pair I>
    requires detail::comparator_of<std::less<>, I>
[[nodiscard]] constexpr std::pair<I, I> minmax_element(I first, I last) {
    return detail::extrema_of<detail::extremum::both>(
        detail::no_policy(), std::move(first), std::move(last), std::less<>(), std::identity());
}

/// Finds the smallest and the largest element of a range given by an iterator and its end.
/// @tparam I an iterator, of the host or a device's
/// @tparam S the type of the end
/// @tparam C a comparator
/// @tparam Projection a function of an element, or a member
/// @param first the first element
/// @param last the end
/// @param comp whether one element is before another
/// @param project elements are compared by what it makes of them
/// @return iterators to the first of the smallest elements, and to the last of the largest
template <detail::forward_iterator I, detail::sentinel_for<I> S, class C = std::less<>,
          class Projection = std::identity>
    requires detail::comparator_of<C, I, Projection>
[[nodiscard]] constexpr std::pair<I, I> minmax_element(I first, S last, C comp = C(),
                                                       Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::both>(detail::no_policy(), std::move(first),
                                                      std::move(last), std::move(comp),
                                                      std::move(project));
}

/// Finds the smallest and the largest element of a range.
/// @tparam R a range, of the host or a device's
/// @tparam C a comparator
/// @tparam Projection a function of an element, or a member
/// @param range its elements
/// @param comp whether one element is before another
/// @param project elements are compared by what it makes of them
/// @return iterators to the first of the smallest elements, and to the last of the largest
template <detail::lasting_range R, class C = std::less<>, class Projection = std::identity>
    requires detail::comparator_of<C, detail::iterator_t<R>, Projection>
[[nodiscard]] constexpr auto minmax_element(R&& range, C comp = C(),
                                            Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::both>(detail::no_policy(), detail::begin_of(range),
                                                      detail::end_of(range), std::move(comp),
                                                      std::move(project));
}

/// Finds the smallest and the largest element of a range given by an iterator and its end, by a
/// policy.
/// @tparam P a policy
/// @tparam I an iterator, of the host or a device's
/// @tparam S the type of the end
/// @tparam C a comparator
/// @tparam Projection a function of an element, or a member
/// @param policy how and where
/// @param first the first element
/// @param last the end
/// @param comp whether one element is before another
/// @param project elements are compared by what it makes of them
/// @return iterators to the first of the smallest elements, and to the last of the largest
template <detail::extrema_policy P, detail::forward_iterator I, detail::sentinel_for<I> S,
          class C = std::less<>, class Projection = std::identity>
    requires detail::comparator_of<C, I, Projection>
[[nodiscard]] constexpr std::pair<I, I>
minmax_element(P const& policy, I first, S last, C comp = C(), Projection project = Projection()) {
    return detail::extrema_of<detail::extremum::both>(policy, std::move(first), std::move(last),
                                                      std::move(comp), std::move(project));
}

/// Finds the smallest and the largest element of a range, by a policy.
/// @tparam P a policy
/// @tparam R a range, of the host or a device's
/// @tparam C a comparator
/// @tparam Projection a function of an element, or a member
/// @param policy how and where
/// @param range its elements
/// @param comp whether one element is before another
/// @param project elements are compared by what it makes of them
/// @return iterators to the first of the smallest elements, and to the last of the largest
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
// What is not a policy of these is told which there are; the result is of the right type, so that
// nothing else is wrong.
template <detail::not_a_policy_of_extrema X, detail::range_or_iterator R, class... Rest>
constexpr detail::extrema_result<detail::extremum::smallest, detail::iterator_into<R>>
min_element(X const&, R&&, Rest const&...) {
    detail::require_policy_of_extrema<X, detail::extrema_policies>();
    return {};
}
template <detail::not_a_policy_of_extrema X, detail::range_or_iterator R, class... Rest>
constexpr detail::extrema_result<detail::extremum::largest, detail::iterator_into<R>>
max_element(X const&, R&&, Rest const&...) {
    detail::require_policy_of_extrema<X, detail::extrema_policies>();
    return {};
}
template <detail::not_a_policy_of_extrema X, detail::range_or_iterator R, class... Rest>
constexpr detail::extrema_result<detail::extremum::both, detail::iterator_into<R>>
minmax_element(X const&, R&&, Rest const&...) {
    detail::require_policy_of_extrema<X, detail::extrema_policies>();
    return {};
}
/// @endcond

} // namespace gpu::inline v0
