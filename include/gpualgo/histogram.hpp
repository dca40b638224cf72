// SPDX-License-Identifier: Apache-2.0
/// @file
/// gpu::histogram: counts elements by bins, on any device.
#pragma once

#include <gpualgo/detail/histogram_range.hpp>

#include <cstddef>
#include <utility>

namespace gpu::inline v0 {

/// @addtogroup sorted
/// @{

/// Counts elements by bins of equal width. Bin i has the elements from edge i on, and below edge
/// i + 1. Elements that are in no bin are not counted: those below `lower`, those from `upper` on,
/// and NaNs. Counts are modulo 2 to the number of their bits.
///
/// Edge i is lower + i * (upper - lower) / bins. For integers it is rounded up. For floating-point
/// numbers it is computed in double and rounded to the type of edges. Elements are compared with
/// these edges, so that the counts are the same on every device. -0 equals +0.
///
/// Bounds and edges are of type `std::int64_t` for integers, but of `std::uint64_t` for elements of
/// that type; `double` for `double`; and otherwise `float`. Integers that this integer type does
/// not have are refused.
/// @return the end of the counts
/// @param first the first element: a number
/// @param last the end
/// @param counts the target of the first count. On a device, an integer of 32 or 64 bits
/// @param bins the number of bins, 1 to 2^31
/// @param lower the first edge: a number, and an integer if the elements are integers
/// @param upper the last edge, above `lower`
template <detail::paired_iterator I, detail::target_iterator O, class Lower, class Upper>
    requires(detail::countable_iterator<I>)
O histogram(I first, I last, O counts, std::size_t bins, Lower lower, Upper upper) {
    return detail::count_in_bins(detail::no_policy(), std::move(first), std::move(last),
                                 detail::target_at(std::move(counts)),
                                 detail::make_even_edges<detail::edge_of<I>>(bins, lower, upper));
}

/// Counts elements by bins of equal width.
/// @return the end of the counts: an iterator of `counts` if that is a range
/// @param range the elements: numbers
/// @param counts the target of the first count, or a range of enough. On a device, integers of 32
/// or 64 bits
/// @param bins the number of bins, 1 to 2^31
/// @param lower the first edge: a number, and an integer if the elements are integers
/// @param upper the last edge, above `lower`
template <detail::input_range R, detail::target_range_or_iterator O, class Lower, class Upper>
    requires(detail::countable_iterator<detail::iterator_t<R>>)
detail::target_of_argument<O> histogram(R&& range, O&& counts, std::size_t bins, Lower lower,
                                        Upper upper) {
    return detail::count_in_bins(
        detail::no_policy(), detail::begin_of(range), detail::end_of(range),
        detail::target_at(std::forward<O>(counts)),
        detail::make_even_edges<detail::edge_of<detail::iterator_t<R>>>(bins, lower, upper));
}

/// Counts elements by bins of equal width.
/// @copydetails histogram(I, I, O, std::size_t, Lower, Upper)
/// @param policy `automatic` with its options
template <detail::sorted_policy P, detail::paired_iterator I, detail::target_iterator O,
          class Lower, class Upper>
    requires(detail::countable_iterator<I>)
O histogram(P const& policy, I first, I last, O counts, std::size_t bins, Lower lower,
            Upper upper) {
    return detail::count_in_bins(detail::own_policy(policy), std::move(first), std::move(last),
                                 detail::target_at(std::move(counts)),
                                 detail::make_even_edges<detail::edge_of<I>>(bins, lower, upper));
}

/// Counts elements by bins of equal width.
/// @copydetails histogram(R&&, O&&, std::size_t, Lower, Upper)
/// @param policy `automatic` with its options
template <detail::sorted_policy P, detail::input_range R, detail::target_range_or_iterator O,
          class Lower, class Upper>
    requires(detail::countable_iterator<detail::iterator_t<R>>)
detail::target_of_argument<O> histogram(P const& policy, R&& range, O&& counts, std::size_t bins,
                                        Lower lower, Upper upper) {
    return detail::count_in_bins(
        detail::own_policy(policy), detail::begin_of(range), detail::end_of(range),
        detail::target_at(std::forward<O>(counts)),
        detail::make_even_edges<detail::edge_of<detail::iterator_t<R>>>(bins, lower, upper));
}

/// Counts elements by bins between sorted edges. Bin i has the elements from edge i on, and below
/// edge i + 1. Elements that are in no bin are not counted: those below the first edge, those from
/// the last edge on, and NaNs. A bin between equal edges is empty. Counts are modulo 2 to
/// the number of their bits.
/// @return the end of the counts
/// @param first the first element: a number
/// @param last the end
/// @param counts the target of the first count. On a device, an integer of 32 or 64 bits
/// @param edges a range of the host of at least two sorted numbers, one more than bins; integers if
/// the elements are. They are converted to the type of bounds, see above
template <detail::paired_iterator I, detail::target_iterator O, detail::input_range R>
    requires(detail::countable_iterator<I>)
O histogram(I first, I last, O counts, R const& edges) {
    return detail::count_in_bins(detail::no_policy(), std::move(first), std::move(last),
                                 detail::target_at(std::move(counts)),
                                 detail::make_edges<detail::edge_of<I>>(edges));
}

/// Counts elements by bins between sorted edges.
/// @return the end of the counts: an iterator of `counts` if that is a range
/// @param range the elements: numbers
/// @param counts the target of the first count, or a range of enough. On a device, integers of 32
/// or 64 bits
/// @param edges a range of the host of at least two sorted numbers, one more than bins; integers if
/// the elements are. They are converted to the type of bounds, see above
template <detail::input_range R, detail::target_range_or_iterator O, detail::input_range Edges>
    requires(detail::countable_iterator<detail::iterator_t<R>>)
detail::target_of_argument<O> histogram(R&& range, O&& counts, Edges const& edges) {
    return detail::count_in_bins(detail::no_policy(), detail::begin_of(range),
                                 detail::end_of(range), detail::target_at(std::forward<O>(counts)),
                                 detail::make_edges<detail::edge_of<detail::iterator_t<R>>>(edges));
}

/// Counts elements by bins between sorted edges.
/// @copydetails histogram(I, I, O, R const&)
/// @param policy `automatic` with its options
template <detail::sorted_policy P, detail::paired_iterator I, detail::target_iterator O,
          detail::input_range R>
    requires(detail::countable_iterator<I>)
O histogram(P const& policy, I first, I last, O counts, R const& edges) {
    return detail::count_in_bins(detail::own_policy(policy), std::move(first), std::move(last),
                                 detail::target_at(std::move(counts)),
                                 detail::make_edges<detail::edge_of<I>>(edges));
}

/// Counts elements by bins between sorted edges.
/// @copydetails histogram(R&&, O&&, Edges const&)
/// @param policy `automatic` with its options
template <detail::sorted_policy P, detail::input_range R, detail::target_range_or_iterator O,
          detail::input_range Edges>
    requires(detail::countable_iterator<detail::iterator_t<R>>)
detail::target_of_argument<O> histogram(P const& policy, R&& range, O&& counts,
                                        Edges const& edges) {
    return detail::count_in_bins(detail::own_policy(policy), detail::begin_of(range),
                                 detail::end_of(range), detail::target_at(std::forward<O>(counts)),
                                 detail::make_edges<detail::edge_of<detail::iterator_t<R>>>(edges));
}

/// @}

/// @cond internal
// If the first argument is not a policy of these, a compile error lists the policies.
template <detail::not_a_policy_of_sorted X, class... Rest>
void histogram(X const&, Rest const&...) {
    detail::require_policy_of_sorted<X>();
}
/// @endcond

} // namespace gpu::inline v0
