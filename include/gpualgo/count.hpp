// SPDX-License-Identifier: Apache-2.0
/// @file
/// count, count_if: `std::count` and `std::count_if` on any device.
#pragma once

#include <gpualgo/detail/select_range.hpp>
#include <gpualgo/predicates.hpp>

#include <utility>

namespace gpu::inline v0 {

/// @addtogroup select
/// @{

/// Counts the elements of a range that equal a value, as `==` says.
/// @return their number
/// @param first the first element
/// @param last the end
/// @param value is compared with elements
template <detail::paired_iterator I, detail::value_for<I> T>
[[nodiscard]] constexpr std::iter_difference_t<I> count(I first, I last, T const& value) {
    return detail::count_range<detail::select_kind::count>(
        detail::no_policy(), std::move(first), std::move(last), detail::equals_given(value));
}

/// Counts the elements of a range that equal a value, as `==` says.
/// @return their number
/// @param range the elements
/// @param value is compared with elements
template <detail::input_range R, detail::value_for<detail::iterator_t<R>> T>
[[nodiscard]] constexpr auto count(R&& range, T const& value) {
    return detail::count_range<detail::select_kind::count>(
        detail::no_policy(), detail::begin_of(range), detail::end_of(range),
        detail::equals_given(value));
}

/// Counts the elements of a range that equal a value, as `==` says.
/// @copydetails count(I, I, T const&)
/// @param policy `automatic`, `warp_shuffle` or `vendor` with its options
template <detail::select_policy P, detail::paired_iterator I, detail::value_for<I> T>
[[nodiscard]] constexpr std::iter_difference_t<I> count(P const& policy, I first, I last,
                                                        T const& value) {
    return detail::count_range<detail::select_kind::count>(
        policy, std::move(first), std::move(last), detail::equals_given(value));
}

/// Counts the elements of a range that equal a value, as `==` says.
/// @copydetails count(R&&, T const&)
/// @param policy `automatic`, `warp_shuffle` or `vendor` with its options
template <detail::select_policy P, detail::input_range R,
          detail::value_for<detail::iterator_t<R>> T>
[[nodiscard]] constexpr auto count(P const& policy, R&& range, T const& value) {
    return detail::count_range<detail::select_kind::count>(
        policy, detail::begin_of(range), detail::end_of(range), detail::equals_given(value));
}

/// Counts the elements of a range that a predicate selects.
/// @return their number
/// @param first the first element
/// @param last the end
/// @param predicate says whether an element is selected
template <detail::paired_iterator I, detail::predicate_of<I> Predicate>
[[nodiscard]] constexpr std::iter_difference_t<I> count_if(I first, I last, Predicate predicate) {
    return detail::count_range<detail::select_kind::count_if>(
        detail::no_policy(), std::move(first), std::move(last), std::move(predicate));
}

/// Counts the elements of a range that a predicate selects.
/// @return their number
/// @param range the elements
/// @param predicate says whether an element is selected
template <detail::input_range R, detail::predicate_of<detail::iterator_t<R>> Predicate>
[[nodiscard]] constexpr auto count_if(R&& range, Predicate predicate) {
    return detail::count_range<detail::select_kind::count_if>(
        detail::no_policy(), detail::begin_of(range), detail::end_of(range), std::move(predicate));
}

/// Counts the elements of a range that a predicate selects.
/// @copydetails count_if(I, I, Predicate)
/// @param policy `automatic`, `warp_shuffle` or `vendor` with its options
template <detail::select_policy P, detail::paired_iterator I, detail::predicate_of<I> Predicate>
[[nodiscard]] constexpr std::iter_difference_t<I> count_if(P const& policy, I first, I last,
                                                           Predicate predicate) {
    return detail::count_range<detail::select_kind::count_if>(
        policy, std::move(first), std::move(last), std::move(predicate));
}

/// Counts the elements of a range that a predicate selects.
/// @copydetails count_if(R&&, Predicate)
/// @param policy `automatic`, `warp_shuffle` or `vendor` with its options
template <detail::select_policy P, detail::input_range R,
          detail::predicate_of<detail::iterator_t<R>> Predicate>
[[nodiscard]] constexpr auto count_if(P const& policy, R&& range, Predicate predicate) {
    return detail::count_range<detail::select_kind::count_if>(
        policy, detail::begin_of(range), detail::end_of(range), std::move(predicate));
}

/// @}

/// @cond internal
// If the first argument is not a policy of these, a compile error lists the policies.
template <detail::not_a_policy_of_select X, class R, class... Rest>
constexpr std::ptrdiff_t count(X const&, R&&, Rest const&...) {
    detail::require_policy_of_select<X>();
    return {};
}
template <detail::not_a_policy_of_select X, class R, class... Rest>
constexpr std::ptrdiff_t count_if(X const&, R&&, Rest const&...) {
    detail::require_policy_of_select<X>();
    return {};
}
/// @endcond

} // namespace gpu::inline v0
