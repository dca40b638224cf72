// SPDX-License-Identifier: Apache-2.0
/// @file
/// mean: the average of a range, on any device.
#pragma once

#include <gpualgo/detail/mean_range.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/policy.hpp>

#include <iterator>
#include <utility>

namespace gpu::inline v0 {

/// @defgroup mean Mean
/// The sum of the elements of a range divided by their number.
///
/// @par Template parameters
/// P: a policy of reduce, or one of the standard library (gpualgo/std_execution.hpp). I, R: an
/// iterator or a range, of the host or of a device.
/// @par Requires
/// Elements of a type that is precompiled for sums: integers of 8 to 64 bits, `float`, `double`,
/// `gpu::half` or `gpu::bfloat16`.
/// @par Effects
/// Reads every element once and fills the policy's report.
/// @par Returns
/// For integers a `double`: they are summed in double, those of 64 bits after conversion. For
/// floating-point numbers their own type, which is also that of the sum (float for 16-bit types).
/// The sum is divided in double and rounded once. The mean of negative zeros is a negative zero. A
/// sum that overflows is infinite, and so is the mean. The mean of an empty range is NaN. Every NaN
/// is the positive quiet one.
/// @par Where it runs, throws, thread safety, stream behaviour, determinism
/// As reduce: without a policy or with `automatic` the same bits on every device and in any
/// program. The division, too, depends neither on compiler flags nor on the rounding mode.
/// @par Memory
/// As reduce; named strategies keep one double in scratch per 64-bit integer.
/// @par Constant expressions
/// Ranges of the host may be averaged in constant expressions, to the same bits.
/// @{

/// Averages a range given by two iterators.
/// @return the mean
/// @param first the first element
/// @param last the end
template <detail::paired_iterator I>
[[nodiscard]] constexpr auto mean(I first, I last) {
    return detail::mean_range(detail::no_policy(), std::move(first), std::move(last));
}

/// Averages a range.
/// @return the mean
/// @param range the elements
template <detail::input_range R>
[[nodiscard]] constexpr auto mean(R&& range) {
    return detail::mean_range(detail::no_policy(), detail::begin_of(range), detail::end_of(range));
}

/// @copydoc mean(I, I)
/// @param policy the strategy and its options
template <detail::mean_policy P, detail::paired_iterator I>
[[nodiscard]] constexpr auto mean(P const& policy, I first, I last) {
    return detail::mean_range(detail::own_policy(policy), std::move(first), std::move(last));
}

/// @copydoc mean(R&&)
/// @param policy the strategy and its options
template <detail::mean_policy P, detail::input_range R>
[[nodiscard]] constexpr auto mean(P const& policy, R&& range) {
    return detail::mean_range(detail::own_policy(policy), detail::begin_of(range),
                              detail::end_of(range));
}

/// @}

/// @cond internal
// If the first argument is not a policy of reduce, a compile error lists these policies.
template <detail::not_a_policy X, class Range, class... Rest>
    requires(detail::input_range<Range> || detail::input_iterator<Range>)
constexpr detail::any_result mean(X const&, Range const&, Rest const&...) {
    detail::require_policy_of_reduce<X>();
    return {};
}
/// @endcond

} // namespace gpu::inline v0
