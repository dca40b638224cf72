// SPDX-License-Identifier: Apache-2.0
/// @file
/// lower_bound, upper_bound: positions in a sorted range, of many values at once, on any device.
#pragma once

#include <gpualgo/detail/bounds_range.hpp>

#include <functional>
#include <utility>

namespace gpu::inline v0 {

/// @addtogroup sorted
/// @{

/// Finds, for each of many values, the first position in a sorted range whose element does not come
/// before the value. Writes these positions, which are numbers of elements.
/// @return the end of the positions
/// @param first the first element of the sorted range
/// @param last its end
/// @param values the first value to search for
/// @param values_end the end of the values
/// @param out the target of the first position. On a device, an integer of 32 or 64 bits
/// @param before the comparator by which the range is sorted
template <detail::forward_pair I, detail::paired_iterator V, detail::target_iterator O,
          class C = std::less<>>
    requires(detail::compares<C, I, V>)
constexpr O lower_bound(I first, I last, V values, V values_end, O out, C before = {}) {
    return detail::find_bounds_in<detail::sorted_function::lower_bound>(
        detail::no_policy(), std::move(first), std::move(last), std::move(values),
        std::move(values_end), detail::target_at(std::move(out)), std::move(before));
}

/// Finds, for each of many values, the first position in a sorted range whose element does not come
/// before the value. Writes these positions, which are numbers of elements.
/// @return the end of the positions: an iterator of `out` if that is a range
/// @param range the sorted range
/// @param values the values to search for
/// @param out the target of the first position, or a range of enough elements. On a device,
/// integers of 32 or 64 bits
/// @param before the comparator by which the range is sorted
template <detail::input_range R, detail::input_range S, detail::target_range_or_iterator O,
          class C = std::less<>>
    requires(detail::compares<C, detail::iterator_t<R>, detail::iterator_t<S>>)
constexpr detail::target_of_argument<O> lower_bound(R&& range, S&& values, O&& out, C before = {}) {
    return detail::find_bounds_in<detail::sorted_function::lower_bound>(
        detail::no_policy(), detail::begin_of(range), detail::end_of(range),
        detail::begin_of(values), detail::end_of(values), detail::target_at(std::forward<O>(out)),
        std::move(before));
}

/// Finds, for each of many values, the first position in a sorted range whose element does not come
/// before the value. Writes these positions, which are numbers of elements.
/// @copydetails lower_bound(I, I, V, V, O, C)
/// @param policy `automatic` with its options
template <detail::sorted_policy P, detail::forward_pair I, detail::paired_iterator V,
          detail::target_iterator O, class C = std::less<>>
    requires(detail::compares<C, I, V>)
constexpr O lower_bound(P const& policy, I first, I last, V values, V values_end, O out,
                        C before = {}) {
    return detail::find_bounds_in<detail::sorted_function::lower_bound>(
        detail::own_policy(policy), std::move(first), std::move(last), std::move(values),
        std::move(values_end), detail::target_at(std::move(out)), std::move(before));
}

/// Finds, for each of many values, the first position in a sorted range whose element does not come
/// before the value. Writes these positions, which are numbers of elements.
/// @copydetails lower_bound(R&&, S&&, O&&, C)
/// @param policy `automatic` with its options
template <detail::sorted_policy P, detail::input_range R, detail::input_range S,
          detail::target_range_or_iterator O, class C = std::less<>>
    requires(detail::compares<C, detail::iterator_t<R>, detail::iterator_t<S>>)
constexpr detail::target_of_argument<O> lower_bound(P const& policy, R&& range, S&& values, O&& out,
                                                    C before = {}) {
    return detail::find_bounds_in<detail::sorted_function::lower_bound>(
        detail::own_policy(policy), detail::begin_of(range), detail::end_of(range),
        detail::begin_of(values), detail::end_of(values), detail::target_at(std::forward<O>(out)),
        std::move(before));
}

/// Finds, for each of many values, the first position in a sorted range whose element comes after
/// the value. Writes these positions, which are numbers of elements.
/// @return the end of the positions
/// @param first the first element of the sorted range
/// @param last its end
/// @param values the first value to search for
/// @param values_end the end of the values
/// @param out the target of the first position. On a device, an integer of 32 or 64 bits
/// @param before the comparator by which the range is sorted
template <detail::forward_pair I, detail::paired_iterator V, detail::target_iterator O,
          class C = std::less<>>
    requires(detail::compares<C, V, I>)
constexpr O upper_bound(I first, I last, V values, V values_end, O out, C before = {}) {
    return detail::find_bounds_in<detail::sorted_function::upper_bound>(
        detail::no_policy(), std::move(first), std::move(last), std::move(values),
        std::move(values_end), detail::target_at(std::move(out)), std::move(before));
}

/// Finds, for each of many values, the first position in a sorted range whose element comes after
/// the value. Writes these positions, which are numbers of elements.
/// @return the end of the positions: an iterator of `out` if that is a range
/// @param range the sorted range
/// @param values the values to search for
/// @param out the target of the first position, or a range of enough elements. On a device,
/// integers of 32 or 64 bits
/// @param before the comparator by which the range is sorted
template <detail::input_range R, detail::input_range S, detail::target_range_or_iterator O,
          class C = std::less<>>
    requires(detail::compares<C, detail::iterator_t<S>, detail::iterator_t<R>>)
constexpr detail::target_of_argument<O> upper_bound(R&& range, S&& values, O&& out, C before = {}) {
    return detail::find_bounds_in<detail::sorted_function::upper_bound>(
        detail::no_policy(), detail::begin_of(range), detail::end_of(range),
        detail::begin_of(values), detail::end_of(values), detail::target_at(std::forward<O>(out)),
        std::move(before));
}

/// Finds, for each of many values, the first position in a sorted range whose element comes after
/// the value. Writes these positions, which are numbers of elements.
/// @copydetails upper_bound(I, I, V, V, O, C)
/// @param policy `automatic` with its options
template <detail::sorted_policy P, detail::forward_pair I, detail::paired_iterator V,
          detail::target_iterator O, class C = std::less<>>
    requires(detail::compares<C, V, I>)
constexpr O upper_bound(P const& policy, I first, I last, V values, V values_end, O out,
                        C before = {}) {
    return detail::find_bounds_in<detail::sorted_function::upper_bound>(
        detail::own_policy(policy), std::move(first), std::move(last), std::move(values),
        std::move(values_end), detail::target_at(std::move(out)), std::move(before));
}

/// Finds, for each of many values, the first position in a sorted range whose element comes after
/// the value. Writes these positions, which are numbers of elements.
/// @copydetails upper_bound(R&&, S&&, O&&, C)
/// @param policy `automatic` with its options
template <detail::sorted_policy P, detail::input_range R, detail::input_range S,
          detail::target_range_or_iterator O, class C = std::less<>>
    requires(detail::compares<C, detail::iterator_t<S>, detail::iterator_t<R>>)
constexpr detail::target_of_argument<O> upper_bound(P const& policy, R&& range, S&& values, O&& out,
                                                    C before = {}) {
    return detail::find_bounds_in<detail::sorted_function::upper_bound>(
        detail::own_policy(policy), detail::begin_of(range), detail::end_of(range),
        detail::begin_of(values), detail::end_of(values), detail::target_at(std::forward<O>(out)),
        std::move(before));
}

/// @}

/// @cond internal
// If the first argument is not a policy of these, a compile error lists the policies.
template <detail::not_a_policy_of_sorted X, class... Rest>
constexpr void lower_bound(X const&, Rest const&...) {
    detail::require_policy_of_sorted<X>();
}
template <detail::not_a_policy_of_sorted X, class... Rest>
constexpr void upper_bound(X const&, Rest const&...) {
    detail::require_policy_of_sorted<X>();
}
/// @endcond

} // namespace gpu::inline v0
