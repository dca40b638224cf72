// SPDX-License-Identifier: Apache-2.0
/// @file
/// transform: `std::transform` on any device.
#pragma once

#include <gpualgo/detail/elementwise_range.hpp>
#include <gpualgo/detail/mixed_ends.hpp>
#include <gpualgo/expression.hpp>
#include <gpualgo/policy.hpp>

#include <utility>

namespace gpu::inline v0 {

/// @defgroup transform Transforms
/// Writes f(x) for each element x of a range, or f(x, y) for the elements of two ranges:
/// `std::transform`.
///
/// @par Template parameters
/// P: gpu::automatic. I, R: an iterator or a range, of the host or of a device. O: an iterator of
/// the output. F: a function of one element, or of one element of each range. For ranges on devices
/// it is an expression, see @ref expressions, or a listed operation, see below.
/// @par Requires
/// The output is one of the inputs, or overlaps none. It has as many elements as the first input,
/// and so has the second input. f does not change the ranges.
/// @par Listed operations
/// Precompiled for elements of one type: `gpu::identity`, `negate`, `square` and `absolute` of one
/// element. For two elements `gpu::plus`, `std::minus`, `gpu::multiplies`, `minimum`, `maximum` and
/// `squared_difference`; of integers also `bit_and`, `bit_or` and `bit_xor`.
/// @par Effects
/// Writes the results, converted to the type of the output, and fills the policy's report.
/// @par Where it runs
/// As reduce. All ranges lie on one device. On a GPU, the first call with an expression compiles a
/// kernel, or loads it from the cache on disk.
/// @par Returns
/// The end of the output.
/// @par Throws
/// `std::invalid_argument` if ranges lie on different devices, overlap, or a range is too short.
/// With a policy, also if a pointer is null. Without one, ranges of the host may overlap: the
/// calling thread transforms the elements from the first to the last.
/// gpu::unsupported_operator if there is no run-time compiler; gpu::error if the device fails.
/// After an exception, elements of the output may be written.
/// @par Thread safety
/// May be called from several threads at once, if no output is another call's range.
/// @par Stream behaviour
/// For ranges on a GPU, the call does not wait for the kernel, and may be captured into a graph.
/// Work that is submitted later to the policy's stream, or to the default stream, sees the results.
/// @par Determinism
/// Operators and most functions of expressions give the same bits on every device. Those of which
/// doc/expressions.md says that they are not exact may differ.
/// @par Memory
/// None; ranges of the host that another device transforms are copied there and back.
/// @{

/// Transforms the elements of a range given by two iterators.
/// @return the end of the output
/// @param first the first element
/// @param last the end
/// @param out the first element of the output
/// @param f the function
template <detail::paired_iterator I, class O, class F>
constexpr O transform(I first, I last, O out, F f) {
    return detail::transform_all(detail::no_policy(), std::move(first), std::move(last),
                                 std::move(out), std::move(f));
}

/// Transforms the elements x and y of two ranges given by iterators.
/// @return the end of the output
/// @param first1 the first element x
/// @param last1 the end of the elements x
/// @param first2 the first element y
/// @param out the first element of the output
/// @param f the function
template <detail::paired_iterator I1, detail::input_iterator I2, class O, class F>
constexpr O transform(I1 first1, I1 last1, I2 first2, O out, F f) {
    return detail::transform_all(detail::no_policy(), std::move(first1), std::move(last1),
                                 std::move(out), std::move(f), std::move(first2));
}

/// Transforms the elements of a range.
/// @return the end of the output
/// @param range the elements
/// @param out the output: an iterator, or a range of at least as many elements
/// @param f the function
template <detail::counted_range R, detail::elementwise_output Out, class F>
constexpr auto transform(R&& range, Out&& out, F f) {
    return detail::transform_whole(detail::no_policy(), out, std::move(f), range);
}

/// Transforms the elements x and y of two ranges.
/// @return the end of the output
/// @param range1 the elements x
/// @param range2 at least as many elements y
/// @param out the output: an iterator, or a range of at least as many elements
/// @param f the function
template <detail::counted_range R1, detail::counted_range R2, detail::elementwise_output Out,
          class F>
constexpr auto transform(R1&& range1, R2&& range2, Out&& out, F f) {
    return detail::transform_whole(detail::no_policy(), out, std::move(f), range1, range2);
}

/// @copydoc transform(I, I, O, F)
/// @param policy gpu::automatic with its options
template <detail::extrema_policy P, detail::paired_iterator I, class O, class F>
constexpr O transform(P const& policy, I first, I last, O out, F f) {
    return detail::transform_all(detail::own_policy(policy), std::move(first), std::move(last),
                                 std::move(out), std::move(f));
}

/// @copydoc transform(I1, I1, I2, O, F)
/// @param policy gpu::automatic with its options
template <detail::extrema_policy P, detail::paired_iterator I1, detail::input_iterator I2, class O,
          class F>
constexpr O transform(P const& policy, I1 first1, I1 last1, I2 first2, O out, F f) {
    return detail::transform_all(detail::own_policy(policy), std::move(first1), std::move(last1),
                                 std::move(out), std::move(f), std::move(first2));
}

/// @copydoc transform(R&&, Out&&, F)
/// @param policy gpu::automatic with its options
template <detail::extrema_policy P, detail::counted_range R, detail::elementwise_output Out,
          class F>
constexpr auto transform(P const& policy, R&& range, Out&& out, F f) {
    return detail::transform_whole(detail::own_policy(policy), out, std::move(f), range);
}

/// @copydoc transform(R1&&, R2&&, Out&&, F)
/// @param policy gpu::automatic with its options
template <detail::extrema_policy P, detail::counted_range R1, detail::counted_range R2,
          detail::elementwise_output Out, class F>
constexpr auto transform(P const& policy, R1&& range1, R2&& range2, Out&& out, F f) {
    return detail::transform_whole(detail::own_policy(policy), out, std::move(f), range1, range2);
}

/// @}

/// @cond internal
// Both ends have one type: compilers print this line.
template <class... Arguments>
    requires detail::mixed_ends<Arguments...>
constexpr void transform(Arguments&&...) = delete; // not v.begin(), v.cend()

// If the first argument is not a policy of these, a compile error lists the policies.
template <detail::not_a_policy_of_extrema X, detail::range_or_iterator R, class... Rest>
constexpr detail::any_result transform(X const&, R&&, Rest const&...) {
    detail::require_policy_of_transform<X>();
    return {};
}
/// @endcond

} // namespace gpu::inline v0
