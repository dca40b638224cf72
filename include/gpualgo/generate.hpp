// SPDX-License-Identifier: Apache-2.0
/// @file
/// generate and for_each: `std::generate` by index and `std::for_each`, on any device.
#pragma once

#include <gpualgo/detail/generate_range.hpp>
#include <gpualgo/expression.hpp>
#include <gpualgo/policy.hpp>

#include <utility>

namespace gpu::inline v0 {

/// @defgroup generate Generation
/// Fills a range by a function of the position, and changes each element of a range:
/// `std::generate` and `std::for_each`.
///
/// @par Template parameters
/// P: gpu::automatic, or a policy of the standard library (gpualgo/std_execution.hpp). I, R: an
/// iterator or a range, of the host or of a device. F: for generate, a function of the position, or
/// one without arguments as in the standard; for for_each, a function of an element. For ranges on
/// devices F is an expression of the position, such as `2 * _1`, or an assignment, such as
/// `_1 *= 2`; see @ref expressions.
/// @par Requires
/// f does not change other elements of the range.
/// @par Effects
/// generate writes f(0), f(1) and so on, converted to the type of the elements. for_each calls f
/// for each element. Without a policy the calls are in order, with one in any order. Fills the
/// policy's report.
/// @par Where it runs
/// As transform.
/// @par Returns
/// Nothing with a policy, or from generate. Without a policy, for_each returns f.
/// @par Throws
/// gpu::unsupported_operator if there is no run-time compiler; gpu::error if the device fails.
/// `std::invalid_argument` if a policy names another device than that of the range. Exceptions of f
/// pass through. After an exception, elements may be changed.
/// @par Thread safety
/// May be called from several threads at once, if no range is another call's.
/// @par Stream behaviour
/// As transform.
/// @par Determinism
/// As transform.
/// @par Memory
/// None; ranges of the host that another device changes are copied there.
/// @{

/// Fills a range given by two iterators.
/// @param first the first element
/// @param last the end
/// @param f the function
template <detail::paired_iterator I, class F>
constexpr void generate(I first, I last, F f) {
    detail::generate_all(detail::no_policy(), std::move(first), std::move(last), std::move(f));
}

/// Fills a range.
/// @param range the elements
/// @param f the function
template <detail::counted_range R, class F>
constexpr void generate(R&& range, F f) {
    detail::generate_all(detail::no_policy(), detail::begin_of(range), detail::end_of(range),
                         std::move(f));
}

/// @copydoc generate(I, I, F)
/// @param policy gpu::automatic with its options
template <detail::extrema_policy P, detail::paired_iterator I, class F>
constexpr void generate(P const& policy, I first, I last, F f) {
    detail::generate_all(detail::own_policy(policy), std::move(first), std::move(last),
                         std::move(f));
}

/// @copydoc generate(R&&, F)
/// @param policy gpu::automatic with its options
template <detail::extrema_policy P, detail::counted_range R, class F>
constexpr void generate(P const& policy, R&& range, F f) {
    detail::generate_all(detail::own_policy(policy), detail::begin_of(range), detail::end_of(range),
                         std::move(f));
}

/// Calls f for the elements of a range given by two iterators.
/// @return f
/// @param first the first element
/// @param last the end
/// @param f the function
template <detail::paired_iterator I, class F>
constexpr F for_each(I first, I last, F f) {
    detail::for_each_in(detail::no_policy(), std::move(first), std::move(last), f);
    return f;
}

/// Calls f for the elements of a range.
/// @return f
/// @param range the elements
/// @param f the function
template <detail::counted_range R, class F>
constexpr F for_each(R&& range, F f) {
    detail::for_each_in(detail::no_policy(), detail::begin_of(range), detail::end_of(range), f);
    return f;
}

/// Calls f for the elements of a range given by two iterators.
/// @param policy gpu::automatic with its options
/// @param first the first element
/// @param last the end
/// @param f the function
template <detail::extrema_policy P, detail::paired_iterator I, class F>
constexpr void for_each(P const& policy, I first, I last, F f) {
    detail::for_each_in(detail::own_policy(policy), std::move(first), std::move(last), f);
}

/// Calls f for the elements of a range.
/// @param policy gpu::automatic with its options
/// @param range the elements
/// @param f the function
template <detail::extrema_policy P, detail::counted_range R, class F>
constexpr void for_each(P const& policy, R&& range, F f) {
    detail::for_each_in(detail::own_policy(policy), detail::begin_of(range), detail::end_of(range),
                        f);
}

/// @}

/// @cond internal
// If the first argument is not a policy of these, a compile error lists the policies.
template <detail::not_a_policy_of_extrema X, detail::range_or_iterator R, class... Rest>
constexpr void generate(X const&, R&&, Rest const&...) {
    detail::require_policy_of_transform<X>();
}
template <detail::not_a_policy_of_extrema X, detail::range_or_iterator R, class... Rest>
constexpr void for_each(X const&, R&&, Rest const&...) {
    detail::require_policy_of_transform<X>();
}
/// @endcond

} // namespace gpu::inline v0
