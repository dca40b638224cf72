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
/// The sum of a range's elements over their number.
///
/// @par Requires
/// The elements are of a type that is precompiled for sums: integers of 8 to 64 bits, `float`,
/// `double`, `gpu::half` and `gpu::bfloat16`. A policy is one of reduce's.
/// @par Effects
/// Reads every element once, fills the policy's report, and nothing else.
/// @par Returns
/// For integers a `double`: they are summed in double, those of 64 bits after conversion to it. For
/// floating-point numbers their own type, as are their sums (those of 16 bits in float); the sum is
/// divided in double, and rounded once. The mean of zeros with a minus sign has one. A sum beyond
/// the largest number is infinite, and so is the mean. An empty range has no mean: a NaN, the
/// positive quiet one, like any other NaN.
/// @par Where it runs, throws, thread safety, stream behaviour, determinism
/// As reduce: without a policy or with `automatic` the same bits on every device and from any
/// program. The division, too, depends neither on the program's flags nor on its rounding mode.
/// @par Memory
/// As reduce; named strategies have a double in scratch for each integer of 64 bits.
/// @par Constant expressions
/// Ranges of the host may be averaged in constant expressions, to the same bits.
/// @{

/// The mean of a range given by two iterators.
/// @tparam I an iterator, of the host or a device's
/// @param first the first element
/// @param last the end
/// @return the mean
template <detail::paired_iterator I>
[[nodiscard]] constexpr auto mean(I first, I last) {
    return detail::mean_range(detail::no_policy(), std::move(first), std::move(last));
}

/// The mean of a range.
/// @tparam R a range, of the host or a device's
/// @param range its elements
/// @return the mean
template <detail::input_range R>
[[nodiscard]] constexpr auto mean(R&& range) {
    return detail::mean_range(detail::no_policy(), detail::begin_of(range), detail::end_of(range));
}

/// The mean of a range given by two iterators, by a strategy.
/// @tparam P a policy of reduce
/// @tparam I an iterator, of the host or a device's
/// @param policy how and where
/// @param first the first element
/// @param last the end
/// @return the mean
template <detail::reduce_policy P, detail::paired_iterator I>
[[nodiscard]] constexpr auto mean(P const& policy, I first, I last) {
    return detail::mean_range(policy, std::move(first), std::move(last));
}

/// The mean of a range, by a strategy.
/// @tparam P a policy of reduce
/// @tparam R a range, of the host or a device's
/// @param policy how and where
/// @param range its elements
/// @return the mean
template <detail::reduce_policy P, detail::input_range R>
[[nodiscard]] constexpr auto mean(P const& policy, R&& range) {
    return detail::mean_range(policy, detail::begin_of(range), detail::end_of(range));
}

/// @}

} // namespace gpu::inline v0
