// SPDX-License-Identifier: Apache-2.0
/// @file
/// find, find_if, find_if_not: the first match in a range, on any device.
#pragma once

#include <gpualgo/detail/expression_find.hpp>
#include <gpualgo/detail/find_range.hpp>
#include <gpualgo/predicates.hpp>

#include <utility>

namespace gpu::inline v0 {

/// @defgroup find First matches
/// `std::find`, `std::any_of`, `std::equal`, `std::mismatch` and their relatives, on any device.
/// They stop early: elements after the first match are hardly read.
///
/// @par Template parameters
/// P: a policy. I, J, R: an iterator or a range, of the host or of a device. S: the type of the
/// end. T: the type of a value that is compared with elements.
/// @par Requires
/// The predicate tells whether elements match, and changes nothing. find, find_if, find_if_not and
/// mismatch return iterators: so ranges are not temporaries, unless their iterators outlive them. A
/// policy is `automatic`, with its options, or one of the standard library
/// (gpualgo/std_execution.hpp).
/// @par Precompiled functions
/// Comparisons with a value, the predicates of gpualgo/predicates.hpp, and `std::equal_to<>` of two
/// ranges of one type. Elements are integers of 8 to 64 bits, `float`, `double`, `gpu::half` and
/// `gpu::bfloat16`. Ranges on devices need one of these; predicates may also be expressions, see
/// @ref expressions. Otherwise they need a file compiled by nvcc that includes gpualgo/cuda.cuh. On
/// the host, the program itself searches with all other types and callables.
/// @par Effects
/// Reads elements up to the first match, and some after it; fills the policy's report.
/// @par Returns
/// As the functions of the standard library, also for NaN and -0: NaN equals nothing, and -0 equals
/// +0.
/// @par Complexity
/// At most one test per element before the match. After it, tests of the elements that other cores
/// or blocks have already taken.
/// @par Where it runs
/// On the device where the range lies. A range of the host: on the host, or on the device of
/// `.on(device)`. If one of two ranges lies on a device, the other one is copied there, unless it
/// lies on another device. Without a policy, functions that are not precompiled run in the calling
/// thread; with a policy on all cores.
/// @par Throws
/// As reduce; `std::invalid_argument` if two ranges lie on different devices; and the exception of
/// the predicate that a search in order meets first.
/// @par Thread safety
/// May be called from several threads at once, also on the same range. With a policy, several
/// threads may call the predicate at once.
/// @par Stream behaviour
/// Waits for the device: returns when the result is available.
/// @par Determinism
/// There is one right answer, which is the same on every device.
/// @par Memory
/// As reduce. A range of the host that is not contiguous is copied if `.on(device)` is given.
/// @par Constant expressions
/// Ranges of the host may be searched in constant expressions.
/// @{

/// Finds the first element that equals a value, as `==` says.
/// @return an iterator to it, or the end
/// @param first the first element
/// @param last the end
/// @param value is compared with elements
template <detail::paired_iterator I, detail::value_for<I> T>
[[nodiscard]] constexpr I find(I first, I last, T const& value) {
    return detail::find_range<detail::find_kind::find>(detail::own_policy(detail::no_policy()),
                                                       std::move(first), std::move(last),
                                                       detail::equals_given(value));
}

/// Finds the first element that equals a value, as `==` says.
/// @return an iterator to it, or the end
/// @param range the elements
/// @param value is compared with elements
template <detail::lasting_range R, detail::value_for<detail::iterator_t<R>> T>
[[nodiscard]] constexpr auto find(R&& range, T const& value) {
    return detail::find_range<detail::find_kind::find>(
        detail::own_policy(detail::no_policy()), detail::begin_of(range), detail::end_of(range),
        detail::equals_given(value));
}

/// Finds the first element that equals a value, as `==` says.
/// @copydetails find(I, I, T const&)
/// @param policy `automatic` with its options
template <detail::find_policy P, detail::paired_iterator I, detail::value_for<I> T>
[[nodiscard]] constexpr I find(P const& policy, I first, I last, T const& value) {
    return detail::find_range<detail::find_kind::find>(
        detail::own_policy(policy), std::move(first), std::move(last), detail::equals_given(value));
}

/// Finds the first element that equals a value, as `==` says.
/// @copydetails find(R&&, T const&)
/// @param policy `automatic` with its options
template <detail::find_policy P, detail::lasting_range R,
          detail::value_for<detail::iterator_t<R>> T>
[[nodiscard]] constexpr auto find(P const& policy, R&& range, T const& value) {
    return detail::find_range<detail::find_kind::find>(
        detail::own_policy(policy), detail::begin_of(range), detail::end_of(range),
        detail::equals_given(value));
}

/// Finds the first element for which a predicate holds.
/// @return an iterator to it, or the end
/// @param first the first element
/// @param last the end
/// @param predicate tells whether an element matches
template <detail::paired_iterator I, detail::predicate_of<I> Predicate>
[[nodiscard]] constexpr I find_if(I first, I last, Predicate predicate) {
    return detail::find_range<detail::find_kind::find_if>(detail::own_policy(detail::no_policy()),
                                                          std::move(first), std::move(last),
                                                          std::move(predicate));
}

/// Finds the first element for which a predicate holds.
/// @return an iterator to it, or the end
/// @param range the elements
/// @param predicate tells whether an element matches
template <detail::lasting_range R, detail::predicate_of<detail::iterator_t<R>> Predicate>
[[nodiscard]] constexpr auto find_if(R&& range, Predicate predicate) {
    return detail::find_range<detail::find_kind::find_if>(
        detail::own_policy(detail::no_policy()), detail::begin_of(range), detail::end_of(range),
        std::move(predicate));
}

/// Finds the first element for which a predicate holds.
/// @copydetails find_if(I, I, Predicate)
/// @param policy `automatic` with its options
template <detail::find_policy P, detail::paired_iterator I, detail::predicate_of<I> Predicate>
[[nodiscard]] constexpr I find_if(P const& policy, I first, I last, Predicate predicate) {
    return detail::find_range<detail::find_kind::find_if>(
        detail::own_policy(policy), std::move(first), std::move(last), std::move(predicate));
}

/// Finds the first element for which a predicate holds.
/// @copydetails find_if(R&&, Predicate)
/// @param policy `automatic` with its options
template <detail::find_policy P, detail::lasting_range R,
          detail::predicate_of<detail::iterator_t<R>> Predicate>
[[nodiscard]] constexpr auto find_if(P const& policy, R&& range, Predicate predicate) {
    return detail::find_range<detail::find_kind::find_if>(
        detail::own_policy(policy), detail::begin_of(range), detail::end_of(range),
        std::move(predicate));
}

/// Finds the first element for which a predicate does not hold.
/// @return an iterator to it, or the end
/// @param first the first element
/// @param last the end
/// @param predicate tells whether an element matches
template <detail::paired_iterator I, detail::predicate_of<I> Predicate>
[[nodiscard]] constexpr I find_if_not(I first, I last, Predicate predicate) {
    return detail::find_range<detail::find_kind::find_if_not>(
        detail::own_policy(detail::no_policy()), std::move(first), std::move(last),
        detail::complement<Predicate>{std::move(predicate)});
}

/// Finds the first element for which a predicate does not hold.
/// @return an iterator to it, or the end
/// @param range the elements
/// @param predicate tells whether an element matches
template <detail::lasting_range R, detail::predicate_of<detail::iterator_t<R>> Predicate>
[[nodiscard]] constexpr auto find_if_not(R&& range, Predicate predicate) {
    return detail::find_range<detail::find_kind::find_if_not>(
        detail::own_policy(detail::no_policy()), detail::begin_of(range), detail::end_of(range),
        detail::complement<Predicate>{std::move(predicate)});
}

/// Finds the first element for which a predicate does not hold.
/// @copydetails find_if_not(I, I, Predicate)
/// @param policy `automatic` with its options
template <detail::find_policy P, detail::paired_iterator I, detail::predicate_of<I> Predicate>
[[nodiscard]] constexpr I find_if_not(P const& policy, I first, I last, Predicate predicate) {
    return detail::find_range<detail::find_kind::find_if_not>(
        detail::own_policy(policy), std::move(first), std::move(last),
        detail::complement<Predicate>{std::move(predicate)});
}

/// Finds the first element for which a predicate does not hold.
/// @copydetails find_if_not(R&&, Predicate)
/// @param policy `automatic` with its options
template <detail::find_policy P, detail::lasting_range R,
          detail::predicate_of<detail::iterator_t<R>> Predicate>
[[nodiscard]] constexpr auto find_if_not(P const& policy, R&& range, Predicate predicate) {
    return detail::find_range<detail::find_kind::find_if_not>(
        detail::own_policy(policy), detail::begin_of(range), detail::end_of(range),
        detail::complement<Predicate>{std::move(predicate)});
}

/// @}

/// @cond internal
// If the first argument is not a policy of these, a compile error lists the policies.
template <detail::not_a_policy_of_find X, detail::range_or_iterator R, class... Rest>
constexpr detail::iterator_into<R> find(X const&, R&&, Rest const&...) {
    detail::require_policy_of_find<X>();
    return {};
}
template <detail::not_a_policy_of_find X, detail::range_or_iterator R, class... Rest>
constexpr detail::iterator_into<R> find_if(X const&, R&&, Rest const&...) {
    detail::require_policy_of_find<X>();
    return {};
}
template <detail::not_a_policy_of_find X, detail::range_or_iterator R, class... Rest>
constexpr detail::iterator_into<R> find_if_not(X const&, R&&, Rest const&...) {
    detail::require_policy_of_find<X>();
    return {};
}
/// @endcond

} // namespace gpu::inline v0
