// SPDX-License-Identifier: Apache-2.0
/// @file
/// reverse, reverse_copy, swap_ranges, gather and scatter: elements change places, on any device.
#pragma once

#include <gpualgo/detail/gather_range.hpp>
#include <gpualgo/detail/permute_range.hpp>

#include <iterator>
#include <utility>

namespace gpu::inline v0 {

/// @addtogroup elementwise
/// @{

/// Reverses the order of the elements of a range.
/// @param first the first element
/// @param last the end
template <detail::reversible_iterator I>
constexpr void reverse(I first, I last) {
    detail::reverse_range(detail::no_policy(), std::move(first), std::move(last));
}

/// Reverses the order of the elements of a range.
/// @param range the elements
template <detail::reversible_range R>
constexpr void reverse(R&& range) {
    detail::reverse_all(detail::no_policy(), range);
}

/// @copydoc reverse(I, I)
/// @param policy gpu::automatic with its options
template <detail::elementwise_policy P, detail::reversible_iterator I>
constexpr void reverse(P const& policy, I first, I last) {
    detail::reverse_range(policy, std::move(first), std::move(last));
}

/// @copydoc reverse(R&&)
/// @param policy gpu::automatic with its options
template <detail::elementwise_policy P, detail::reversible_range R>
constexpr void reverse(P const& policy, R&& range) {
    detail::reverse_all(policy, range);
}

/// Copies the elements of a range in reversed order.
/// @return the end of the output
/// @param first the first element
/// @param last the end
/// @param out the target of the last element
template <detail::reversible_iterator I, detail::copy_target_for<I> O>
constexpr O reverse_copy(I first, I last, O out) {
    return detail::reverse_copy_range(detail::no_policy(), std::move(first), std::move(last),
                                      std::move(out));
}

/// Copies the elements of a range in reversed order.
/// @return the end of the elements that were written
/// @param range the elements
/// @param out the target of the last element, or a range of enough elements
template <detail::reversible_range R, detail::target_range_or_iterator O>
constexpr detail::target_of_argument<O> reverse_copy(R&& range, O&& out) {
    return detail::reverse_copy_all(detail::no_policy(), range,
                                    detail::target_at(std::forward<O>(out)));
}

/// @copydoc reverse_copy(I, I, O)
/// @param policy gpu::automatic with its options
template <detail::elementwise_policy P, detail::reversible_iterator I, detail::copy_target_for<I> O>
constexpr O reverse_copy(P const& policy, I first, I last, O out) {
    return detail::reverse_copy_range(policy, std::move(first), std::move(last), std::move(out));
}

/// @copydoc reverse_copy(R&&, O&&)
/// @param policy gpu::automatic with its options
template <detail::elementwise_policy P, detail::reversible_range R,
          detail::target_range_or_iterator O>
constexpr detail::target_of_argument<O> reverse_copy(P const& policy, R&& range, O&& out) {
    return detail::reverse_copy_all(policy, range, detail::target_at(std::forward<O>(out)));
}

/// Swaps the elements of two ranges.
/// @return the end of the second range
/// @param first1 the first element of one range
/// @param last1 the end of that range
/// @param first2 the first element of the other range, which has as many
template <detail::forward_pair I1, detail::forward_pair I2>
constexpr I2 swap_ranges(I1 first1, I1 last1, I2 first2) {
    return detail::swap_all(detail::no_policy(), std::move(first1), std::move(last1),
                            std::move(first2));
}

/// Swaps the elements of two ranges.
/// @param range1 one range
/// @param range2 the other one, of at least as many elements
template <detail::reversible_range R1, detail::reversible_range R2>
constexpr void swap_ranges(R1&& range1, R2&& range2) {
    detail::swap_both(detail::no_policy(), range1, range2);
}

/// @copydoc swap_ranges(I1, I1, I2)
/// @param policy gpu::automatic with its options
template <detail::elementwise_policy P, detail::forward_pair I1, detail::forward_pair I2>
constexpr I2 swap_ranges(P const& policy, I1 first1, I1 last1, I2 first2) {
    return detail::swap_all(policy, std::move(first1), std::move(last1), std::move(first2));
}

/// @copydoc swap_ranges(R1&&, R2&&)
/// @param policy gpu::automatic with its options
template <detail::elementwise_policy P, detail::reversible_range R1, detail::reversible_range R2>
constexpr void swap_ranges(P const& policy, R1&& range1, R2&& range2) {
    detail::swap_both(policy, range1, range2);
}

/// Copies the elements at some positions: out[k] = first[indices[k]]. Each index is not negative,
/// and below the number of elements. The simulated device reports others, if it knows that number;
/// elsewhere they are undefined behaviour.
/// @return the end of the output
/// @param index the first index
/// @param last the end of the indices
/// @param first the element with index 0
/// @param out the target of the first copy
template <detail::paired_iterator M, detail::random_access_iterator I, class O>
    requires detail::copy_target_for<O, I>
constexpr O gather(M index, M last, I first, O out) {
    return detail::gather_range(detail::no_policy(), std::move(index), std::move(last),
                                detail::target_at(std::move(first)), std::move(out));
}

/// Copies the elements of a range at some positions: out[k] = range[indices[k]]. Each index is not
/// negative, and below the number of elements. The simulated device reports others; elsewhere they
/// are undefined behaviour.
/// @return the end of the elements that were written
/// @param indices the positions
/// @param range the elements
/// @param out the target of the first copy, or a range of enough elements
template <detail::input_range M, detail::random_range R, detail::target_range_or_iterator O>
constexpr detail::target_of_argument<O> gather(M&& indices, R&& range, O&& out) {
    return detail::gather_all(detail::no_policy(), indices, detail::target_at(range),
                              detail::target_at(std::forward<O>(out)));
}

/// @copydoc gather(M, M, I, O)
/// @param policy gpu::automatic with its options
template <detail::elementwise_policy P, detail::paired_iterator M, detail::random_access_iterator I,
          class O>
    requires detail::copy_target_for<O, I>
constexpr O gather(P const& policy, M index, M last, I first, O out) {
    return detail::gather_range(policy, std::move(index), std::move(last),
                                detail::target_at(std::move(first)), std::move(out));
}

/// @copydoc gather(M&&, R&&, O&&)
/// @param policy gpu::automatic with its options
template <detail::elementwise_policy P, detail::input_range M, detail::random_range R,
          detail::target_range_or_iterator O>
constexpr detail::target_of_argument<O> gather(P const& policy, M&& indices, R&& range, O&& out) {
    return detail::gather_all(policy, indices, detail::target_at(range),
                              detail::target_at(std::forward<O>(out)));
}

/// Copies elements to some positions: out[indices[k]] = first[k]. Each index is not negative, below
/// the number of elements of the output, and differs from all others. The simulated device reports
/// others; elsewhere they are undefined behaviour.
/// @param first the first element
/// @param last the end
/// @param index the first index; there are as many as elements
/// @param out the target with index 0
template <detail::paired_iterator I, detail::input_iterator M, detail::random_access_iterator O>
    requires detail::copy_target_for<O, I>
constexpr void scatter(I first, I last, M index, O out) {
    detail::scatter_range(detail::no_policy(), std::move(first), std::move(last), std::move(index),
                          detail::target_at(std::move(out)));
}

/// Copies the elements of a range to some positions: out[indices[k]] = range[k]. Each index is not
/// negative, below the number of elements of the output, and differs from all others. The simulated
/// device reports others; elsewhere they are undefined behaviour.
/// @param range the elements
/// @param indices at least as many positions
/// @param out the range with the targets
template <detail::input_range R, detail::input_range M, detail::random_range O>
constexpr void scatter(R&& range, M&& indices, O&& out) {
    detail::scatter_all(detail::no_policy(), range, indices, detail::target_at(out));
}

/// @copydoc scatter(I, I, M, O)
/// @param policy gpu::automatic with its options
template <detail::elementwise_policy P, detail::paired_iterator I, detail::input_iterator M,
          detail::random_access_iterator O>
    requires detail::copy_target_for<O, I>
constexpr void scatter(P const& policy, I first, I last, M index, O out) {
    detail::scatter_range(policy, std::move(first), std::move(last), std::move(index),
                          detail::target_at(std::move(out)));
}

/// @copydoc scatter(R&&, M&&, O&&)
/// @param policy gpu::automatic with its options
template <detail::elementwise_policy P, detail::input_range R, detail::input_range M,
          detail::random_range O>
constexpr void scatter(P const& policy, R&& range, M&& indices, O&& out) {
    detail::scatter_all(policy, range, indices, detail::target_at(out));
}

/// @}

/// @cond internal
template <detail::not_a_policy_of_extrema X, class R, class... Rest>
constexpr void reverse(X const&, R&&, Rest const&...) {
    detail::require_policy_of_elementwise<X>();
}
template <detail::not_a_policy_of_extrema X, class R, class... Rest>
constexpr void reverse_copy(X const&, R&&, Rest const&...) {
    detail::require_policy_of_elementwise<X>();
}
template <detail::not_a_policy_of_extrema X, class R, class... Rest>
constexpr void swap_ranges(X const&, R&&, Rest const&...) {
    detail::require_policy_of_elementwise<X>();
}
template <detail::not_a_policy_of_extrema X, class R, class... Rest>
constexpr void gather(X const&, R&&, Rest const&...) {
    detail::require_policy_of_elementwise<X>();
}
template <detail::not_a_policy_of_extrema X, class R, class... Rest>
constexpr void scatter(X const&, R&&, Rest const&...) {
    detail::require_policy_of_elementwise<X>();
}
/// @endcond

} // namespace gpu::inline v0
