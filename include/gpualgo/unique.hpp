// SPDX-License-Identifier: Apache-2.0
/// @file
/// unique, unique_copy: those of the standard library, on any device.
#pragma once

#include <gpualgo/detail/unique_range.hpp>

#include <functional>
#include <utility>

namespace gpu::inline v0 {

/// @defgroup unique Unique elements
/// `unique` and `unique_copy` keep the first element of each run of equal ones, as those of the
/// standard library do, on any device.
///
/// @par Template parameters
/// P: a policy. I, R: an iterator or a range, of the host or of a device. O: an output iterator, or
/// a range. Equal: an equivalence of elements.
/// @par Requires
/// A target does not overlap the range, and has at least as many elements as are kept. A policy is
/// `automatic` with its options, or one of the standard library (gpualgo/std_execution.hpp).
/// @par Precompiled
/// `std::equal_to<>` for integers of 8 to 64 bits, `float`, `double`, `gpu::half` and
/// `gpu::bfloat16`. Ranges on devices need these. On the host any equivalence will do.
/// @par Effects
/// Keeps the order of the elements. Elements are compared as by `==`: -0 equals +0, and every NaN
/// is kept. After `unique`, the elements after the end that it returns are unspecified. Fills the
/// policy's report.
/// @par Returns
/// The end of the elements that are kept; for a target given as a range, an iterator into it.
/// @par Where it runs
/// On the device where the ranges lie. If one lies on a device and the other on the host, on the
/// device. Contiguous ranges of the host of a precompiled type: in the library, on all cores, or on
/// the policy's device. Other ranges of the host: in the calling thread.
/// @par Throws
/// As reduce, and any exception of the equivalence or of an assignment. `std::invalid_argument` if
/// a target certainly overlaps the range, is a null pointer, or is a range of too few elements. In
/// the last case as many elements are written as it has. If a device fails, elements of the range
/// or of the target are unspecified (basic guarantee).
/// @par Thread safety
/// As the functions of the standard library.
/// @par Stream behaviour
/// Waits for the device: returns when the result is available.
/// @par Determinism
/// There is one right answer.
/// @par Memory
/// As reduce; on a GPU, 17 bytes per 4 to 16 KiB of the range. `unique` in the library copies the
/// elements that it keeps. Ranges and targets of the host that a device cannot access are copied.
/// @par Constant expressions
/// Ranges of the host may be used in constant expressions.
/// @{

/// Moves the first element of each run of equal ones to the front of a range.
/// @return the end of the elements that are kept
/// @param first the first element
/// @param last the end
/// @param equal says whether two elements are equal
template <detail::forward_pair I, class Equal = std::equal_to<>>
constexpr I unique(I first, I last, Equal equal = {}) {
    return detail::unique_range(detail::no_policy(), std::move(first), std::move(last),
                                std::move(equal));
}

/// Moves the first element of each run of equal ones to the front of a range.
/// @return the end of the elements that are kept
/// @param range the elements
/// @param equal says whether two elements are equal
template <detail::lasting_range R, detail::not_a_sentinel_of<R> Equal = std::equal_to<>>
constexpr detail::iterator_t<R> unique(R&& range, Equal equal = {}) {
    return detail::unique_range(detail::no_policy(), detail::begin_of(range), detail::end_of(range),
                                std::move(equal));
}

/// Moves the first element of each run of equal ones to the front of a range.
/// @copydetails unique(I, I, Equal)
/// @param policy `automatic` with its options
template <detail::sorted_policy P, detail::forward_pair I, class Equal = std::equal_to<>>
constexpr I unique(P const& policy, I first, I last, Equal equal = {}) {
    return detail::unique_range(detail::own_policy(policy), std::move(first), std::move(last),
                                std::move(equal));
}

/// Moves the first element of each run of equal ones to the front of a range.
/// @copydetails unique(R&&, Equal)
/// @param policy `automatic` with its options
template <detail::sorted_policy P, detail::lasting_range R,
          detail::not_a_sentinel_of<R> Equal = std::equal_to<>>
constexpr detail::iterator_t<R> unique(P const& policy, R&& range, Equal equal = {}) {
    return detail::unique_range(detail::own_policy(policy), detail::begin_of(range),
                                detail::end_of(range), std::move(equal));
}

/// Copies the first element of each run of equal ones.
/// @return the end of the elements that were written
/// @param first the first element
/// @param last the end
/// @param out the target of the first element
/// @param equal says whether two elements are equal
template <detail::paired_iterator I, detail::target_iterator O, class Equal = std::equal_to<>>
constexpr O unique_copy(I first, I last, O out, Equal equal = {}) {
    return detail::unique_copy_range(detail::no_policy(), std::move(first), std::move(last),
                                     detail::target_at(std::move(out)), std::move(equal));
}

/// Copies the first element of each run of equal ones.
/// @return the end of the elements that were written: an iterator of `out` if that is a range
/// @param range the elements
/// @param out the target of the first element, or a range of enough elements
/// @param equal says whether two elements are equal
template <detail::input_range R, detail::target_range_or_iterator O, class Equal = std::equal_to<>>
constexpr detail::target_of_argument<O> unique_copy(R&& range, O&& out, Equal equal = {}) {
    return detail::unique_copy_range(detail::no_policy(), detail::begin_of(range),
                                     detail::end_of(range), detail::target_at(std::forward<O>(out)),
                                     std::move(equal));
}

/// Copies the first element of each run of equal ones.
/// @copydetails unique_copy(I, I, O, Equal)
/// @param policy `automatic` with its options
template <detail::sorted_policy P, detail::paired_iterator I, detail::target_iterator O,
          class Equal = std::equal_to<>>
constexpr O unique_copy(P const& policy, I first, I last, O out, Equal equal = {}) {
    return detail::unique_copy_range(detail::own_policy(policy), std::move(first), std::move(last),
                                     detail::target_at(std::move(out)), std::move(equal));
}

/// Copies the first element of each run of equal ones.
/// @copydetails unique_copy(R&&, O&&, Equal)
/// @param policy `automatic` with its options
template <detail::sorted_policy P, detail::input_range R, detail::target_range_or_iterator O,
          class Equal = std::equal_to<>>
constexpr detail::target_of_argument<O> unique_copy(P const& policy, R&& range, O&& out,
                                                    Equal equal = {}) {
    return detail::unique_copy_range(detail::own_policy(policy), detail::begin_of(range),
                                     detail::end_of(range), detail::target_at(std::forward<O>(out)),
                                     std::move(equal));
}

/// @}

/// @cond internal
// If the first argument is not a policy of these, a compile error lists the policies.
template <detail::not_a_policy_of_sorted X, class R, class... Rest>
constexpr void unique(X const&, R&&, Rest const&...) {
    detail::require_policy_of_unique<X>();
}
template <detail::not_a_policy_of_sorted X, class R, class O, class... Rest>
constexpr void unique_copy(X const&, R&&, O&&, Rest const&...) {
    detail::require_policy_of_unique<X>();
}
/// @endcond

} // namespace gpu::inline v0
