// SPDX-License-Identifier: Apache-2.0
/// @file
/// adjacent_difference: `std::adjacent_difference` on any device.
#pragma once

#include <gpualgo/detail/adjacent_difference_range.hpp>

#include <functional>
#include <utility>

namespace gpu::inline v0 {

/// @addtogroup transform
/// @{

/// Writes the first element of a range, and then f(x, y) for each further element x and the element
/// y before it: `std::adjacent_difference`. Runs as `gpu::transform` does, and reports as it does.
/// For ranges on devices, f is an expression of x and y, see @ref expressions, or a listed
/// operation. The output may be the input. Then a device needs memory for a copy and the call
/// waits, and the host works in the calling thread. It does so also if elements of the input or of
/// the output do not lie side by side.
/// @return the end of the output
/// @param first the first element
/// @param last the end
/// @param out the first element of the output
/// @param f the function, by default the difference
template <detail::paired_iterator I, detail::output_position O, class F = std::minus<>>
constexpr O adjacent_difference(I first, I last, O out, F f = F()) {
    return detail::difference_range(detail::no_policy(), std::move(first), std::move(last),
                                    std::move(out), std::move(f));
}

/// Writes the first element of a range, and then f(x, y) for each further element x and the element
/// y before it. The output may be the input.
/// @return the end of the output
/// @param range the elements
/// @param out the output: an iterator, or a range of at least as many elements
/// @param f the function, by default the difference
template <detail::counted_range R, detail::elementwise_output Out, class F = std::minus<>>
constexpr auto adjacent_difference(R&& range, Out&& out, F f = F()) {
    std::size_t const n = detail::count(detail::begin_of(range), detail::end_of(range));
    return detail::difference_range(
        detail::no_policy(), detail::begin_of(range), detail::end_of(range),
        detail::checked_output("gpu::adjacent_difference", out, n), std::move(f));
}

/// @copydoc adjacent_difference(I, I, O, F)
/// @param policy gpu::automatic with its options
template <detail::extrema_policy P, detail::paired_iterator I, detail::output_position O,
          class F = std::minus<>>
constexpr O adjacent_difference(P const& policy, I first, I last, O out, F f = F()) {
    return detail::difference_range(detail::own_policy(policy), std::move(first), std::move(last),
                                    std::move(out), std::move(f));
}

/// @copydoc adjacent_difference(R&&, Out&&, F)
/// @param policy gpu::automatic with its options
template <detail::extrema_policy P, detail::counted_range R, detail::elementwise_output Out,
          class F = std::minus<>>
constexpr auto adjacent_difference(P const& policy, R&& range, Out&& out, F f = F()) {
    std::size_t const n = detail::count(detail::begin_of(range), detail::end_of(range));
    return detail::difference_range(
        detail::own_policy(policy), detail::begin_of(range), detail::end_of(range),
        detail::checked_output("gpu::adjacent_difference", out, n), std::move(f));
}

/// @}

/// @cond internal
// If the first argument is not a policy of these, a compile error lists the policies.
template <detail::not_a_policy_of_extrema X, detail::range_or_iterator R, class... Rest>
constexpr detail::any_result adjacent_difference(X const&, R&&, Rest const&...) {
    detail::require_policy_of_transform<X>();
    return {};
}
/// @endcond

} // namespace gpu::inline v0
