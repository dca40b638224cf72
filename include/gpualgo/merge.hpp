// SPDX-License-Identifier: Apache-2.0
/// @file
/// gpu::merge: `std::merge` on any device.
#pragma once

#include <gpualgo/detail/merge_range.hpp>

#include <functional>
#include <utility>

namespace gpu::inline v0 {

/// @defgroup sorted Sorted ranges and histograms
/// `merge`, and `lower_bound` and `upper_bound` of many values: those of the standard library, on
/// any device. `histogram` counts the elements between sorted edges.
///
/// @par Template parameters
/// P: a policy. I, J, V, R: an iterator or a range, of the host or of a device. O: an output
/// iterator, or a range. C: a comparator.
/// @par Requires
/// Ranges are sorted by the comparator. Targets do not overlap other ranges, and have at least as
/// many elements as are written there. A policy is `automatic` with its options, or one of the
/// standard library (gpualgo/std_execution.hpp).
/// @par Precompiled
/// `std::less<>` and `std::greater<>` for integers of 8 to 64 bits, `float`, `double`, `gpu::half`
/// and `gpu::bfloat16`. Ranges on devices need these. On the host any comparator will do.
/// @par Order
/// That of `gpu::min_element`: -0 equals +0, and NaNs come last, with `std::less<>` and with
/// `std::greater<>`. All NaNs are equal. So results for other numbers are those of the standard
/// library.
/// @par Effects
/// Writes the results, and fills the policy's report.
/// @par Returns
/// The end of the output: an iterator of the output if that is a range.
/// @par Where it runs
/// On the device where the ranges lie. If some lie on a device and others on the host, on the
/// device; those of the host are copied there and back. Contiguous ranges of the host of a listed
/// type: in the library, on all cores, or on the policy's device. Other ranges of the host: in the
/// program, without a policy in the calling thread. With one, on all cores if the iterators have
/// random access. Elements of a histogram that are not contiguous are copied.
/// @par Throws
/// As reduce, and any exception of the comparator or of an assignment: one of them if there are
/// several. `std::invalid_argument` if a target certainly overlaps another range, is a null
/// pointer, or is a range of too few elements; nothing is written then. If a device fails, or if
/// the comparator throws, elements of the target are unspecified (basic guarantee). The same if a
/// range can be read only once, and the target is too short.
/// @par Thread safety
/// As the functions of the standard library. With a policy, several threads may call the comparator
/// at once.
/// @par Stream behaviour
/// Waits for the device: returns when the result is available.
/// @par Determinism
/// There is one right answer.
/// @par Memory
/// As reduce; on a GPU, 8 bytes per block of a merge. Ranges of the host that a device cannot
/// access are copied.
/// @par Complexity
/// `merge`: a linear number of comparisons. `lower_bound`, `upper_bound`: a logarithmic number per
/// value.
/// @par Constant expressions
/// `merge`, `lower_bound` and `upper_bound` of ranges of the host may be used in constant
/// expressions.
/// @{

/// Merges two sorted ranges. Equal elements keep their order: those of the first range come first.
/// @return the end of the output
/// @param first1 the first element of the first range
/// @param last1 its end
/// @param first2 the first element of the second range
/// @param last2 its end
/// @param out the target of the first element
/// @param before the comparator by which both ranges are sorted
template <detail::paired_iterator I, detail::paired_iterator J, detail::target_iterator O,
          class C = std::less<>>
    requires(detail::orders<C, I, J>)
constexpr O merge(I first1, I last1, J first2, J last2, O out, C before = {}) {
    return detail::merge_ranges(detail::no_policy(), std::move(first1), std::move(last1),
                                std::move(first2), std::move(last2),
                                detail::target_at(std::move(out)), std::move(before));
}

/// Merges two sorted ranges. Equal elements keep their order: those of the first range come first.
/// @return the end of the output: an iterator of `out` if that is a range
/// @param range1 the first range
/// @param range2 the second range
/// @param out the target of the first element, or a range of enough elements
/// @param before the comparator by which both ranges are sorted
template <detail::input_range R, detail::input_range S, detail::target_range_or_iterator O,
          class C = std::less<>>
    requires(detail::orders<C, detail::iterator_t<R>, detail::iterator_t<S>>)
constexpr detail::target_of_argument<O> merge(R&& range1, S&& range2, O&& out, C before = {}) {
    return detail::merge_ranges(detail::no_policy(), detail::begin_of(range1),
                                detail::end_of(range1), detail::begin_of(range2),
                                detail::end_of(range2), detail::target_at(std::forward<O>(out)),
                                std::move(before));
}

/// Merges two sorted ranges. Equal elements keep their order: those of the first range come first.
/// @copydetails merge(I, I, J, J, O, C)
/// @param policy `automatic` with its options
template <detail::sorted_policy P, detail::paired_iterator I, detail::paired_iterator J,
          detail::target_iterator O, class C = std::less<>>
    requires(detail::orders<C, I, J>)
constexpr O merge(P const& policy, I first1, I last1, J first2, J last2, O out, C before = {}) {
    return detail::merge_ranges(detail::own_policy(policy), std::move(first1), std::move(last1),
                                std::move(first2), std::move(last2),
                                detail::target_at(std::move(out)), std::move(before));
}

/// Merges two sorted ranges. Equal elements keep their order: those of the first range come first.
/// @copydetails merge(R&&, S&&, O&&, C)
/// @param policy `automatic` with its options
template <detail::sorted_policy P, detail::input_range R, detail::input_range S,
          detail::target_range_or_iterator O, class C = std::less<>>
    requires(detail::orders<C, detail::iterator_t<R>, detail::iterator_t<S>>)
constexpr detail::target_of_argument<O> merge(P const& policy, R&& range1, S&& range2, O&& out,
                                              C before = {}) {
    return detail::merge_ranges(detail::own_policy(policy), detail::begin_of(range1),
                                detail::end_of(range1), detail::begin_of(range2),
                                detail::end_of(range2), detail::target_at(std::forward<O>(out)),
                                std::move(before));
}

/// @}

/// @cond internal
// If the first argument is not a policy of these, a compile error lists the policies.
template <detail::not_a_policy_of_sorted X, class... Rest>
constexpr void merge(X const&, Rest const&...) {
    detail::require_policy_of_sorted<X>();
}
/// @endcond

} // namespace gpu::inline v0
