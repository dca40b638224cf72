// SPDX-License-Identifier: Apache-2.0
/// @file
/// remove, remove_if, remove_copy: those of the standard library, on any device.
#pragma once

#include <gpualgo/detail/remove_range.hpp>
#include <gpualgo/predicates.hpp>

#include <utility>

namespace gpu::inline v0 {

/// @defgroup remove Removing elements
/// `remove`, `remove_if` and `remove_copy` keep the elements that differ from a value, or that a
/// predicate does not select. They are those of the standard library, on any device;
/// `remove_copy_if` is in @ref select.
///
/// @par Template parameters
/// P: a policy. I, R: an iterator or a range, of the host or of a device. O: an output iterator, or
/// a range. T: a type that elements are compared with.
/// @par Requires
/// As @ref select. A policy of `remove` and `remove_if` is `automatic` with its options, or one of
/// the standard library (gpualgo/std_execution.hpp).
/// @par Precompiled predicates
/// As @ref select.
/// @par Effects
/// Keeps the order of the elements. After `remove` and `remove_if`, the elements after the end that
/// they return are unspecified; the range keeps its size. Fills the policy's report.
/// @par Returns
/// The end of the elements that are kept; for a target given as a range, an iterator into it.
/// @par Where it runs
/// As @ref select. If a policy is given, predicates that are not precompiled run on all cores.
/// @par Throws
/// As @ref select. If a device fails, or a predicate throws, elements of the range are unspecified
/// (basic guarantee).
/// @par Thread safety
/// As @ref select.
/// @par Stream behaviour
/// Waits for the device: returns when the result is available.
/// @par Determinism
/// There is one right answer. That of `remove_copy` by `warp_shuffle` has any order.
/// @par Memory
/// As @ref select. In the library and on devices, `remove` and `remove_if` need memory for as many
/// elements as the range has. They copy those that are kept there, and back.
/// @par Constant expressions
/// Ranges of the host may be used in constant expressions.
/// @{

/// Moves the elements that a predicate does not select to the front of a range.
/// @return the end of the elements that are kept
/// @param first the first element
/// @param last the end
/// @param predicate says whether an element is removed
template <detail::forward_pair I, detail::predicate_of<I> Predicate>
constexpr I remove_if(I first, I last, Predicate predicate) {
    return detail::remove_range<detail::select_kind::remove_if>(
        detail::no_policy(), std::move(first), std::move(last), std::move(predicate));
}

/// Moves the elements that a predicate does not select to the front of a range.
/// @return the end of the elements that are kept
/// @param range the elements
/// @param predicate says whether an element is removed
template <detail::lasting_range R, detail::predicate_of<detail::iterator_t<R>> Predicate>
constexpr detail::iterator_t<R> remove_if(R&& range, Predicate predicate) {
    return detail::remove_range<detail::select_kind::remove_if>(
        detail::no_policy(), detail::begin_of(range), detail::end_of(range), std::move(predicate));
}

/// Moves the elements that a predicate does not select to the front of a range.
/// @copydetails remove_if(I, I, Predicate)
/// @param policy `automatic` with its options
template <detail::sorted_policy P, detail::forward_pair I, detail::predicate_of<I> Predicate>
constexpr I remove_if(P const& policy, I first, I last, Predicate predicate) {
    return detail::remove_range<detail::select_kind::remove_if>(
        policy, std::move(first), std::move(last), std::move(predicate));
}

/// Moves the elements that a predicate does not select to the front of a range.
/// @copydetails remove_if(R&&, Predicate)
/// @param policy `automatic` with its options
template <detail::sorted_policy P, detail::lasting_range R,
          detail::predicate_of<detail::iterator_t<R>> Predicate>
constexpr detail::iterator_t<R> remove_if(P const& policy, R&& range, Predicate predicate) {
    return detail::remove_range<detail::select_kind::remove_if>(
        policy, detail::begin_of(range), detail::end_of(range), std::move(predicate));
}

/// Moves the elements that differ from a value to the front of a range. They are compared by `==`.
/// @return the end of the elements that are kept
/// @param first the first element
/// @param last the end
/// @param value is compared with elements; not one of those that move
template <detail::forward_pair I, detail::value_for<I> T>
constexpr I remove(I first, I last, T const& value) {
    return detail::remove_range<detail::select_kind::remove>(
        detail::no_policy(), std::move(first), std::move(last), detail::equals_given(value));
}

/// Moves the elements that differ from a value to the front of a range. They are compared by `==`.
/// @return the end of the elements that are kept
/// @param range the elements
/// @param value is compared with elements; not one of those that move
template <detail::lasting_range R, detail::value_for<detail::iterator_t<R>> T>
constexpr detail::iterator_t<R> remove(R&& range, T const& value) {
    return detail::remove_range<detail::select_kind::remove>(
        detail::no_policy(), detail::begin_of(range), detail::end_of(range),
        detail::equals_given(value));
}

/// Moves the elements that differ from a value to the front of a range. They are compared by `==`.
/// @copydetails remove(I, I, T const&)
/// @param policy `automatic` with its options
template <detail::sorted_policy P, detail::forward_pair I, detail::value_for<I> T>
constexpr I remove(P const& policy, I first, I last, T const& value) {
    return detail::remove_range<detail::select_kind::remove>(
        policy, std::move(first), std::move(last), detail::equals_given(value));
}

/// Moves the elements that differ from a value to the front of a range. They are compared by `==`.
/// @copydetails remove(R&&, T const&)
/// @param policy `automatic` with its options
template <detail::sorted_policy P, detail::lasting_range R,
          detail::value_for<detail::iterator_t<R>> T>
constexpr detail::iterator_t<R> remove(P const& policy, R&& range, T const& value) {
    return detail::remove_range<detail::select_kind::remove>(
        policy, detail::begin_of(range), detail::end_of(range), detail::equals_given(value));
}

/// Copies the elements of a range that differ from a value. They are compared by `==`.
/// @return the end of the elements that were written
/// @param first the first element
/// @param last the end
/// @param out the target of the first element copied
/// @param value is compared with elements
template <detail::paired_iterator I, detail::target_iterator O, detail::value_for<I> T>
constexpr O remove_copy(I first, I last, O out, T const& value) {
    return detail::copy_selected<detail::select_kind::remove_copy>(
        detail::no_policy(), std::move(first), std::move(last), detail::target_at(std::move(out)),
        detail::complement{detail::equals_given(value)});
}

/// Copies the elements of a range that differ from a value. They are compared by `==`.
/// @return the end of the elements that were written: an iterator of `out` if that is a range
/// @param range the elements
/// @param out the target of the first element copied, or a range of enough elements
/// @param value is compared with elements
template <detail::input_range R, detail::target_range_or_iterator O,
          detail::value_for<detail::iterator_t<R>> T>
constexpr detail::target_of_argument<O> remove_copy(R&& range, O&& out, T const& value) {
    return detail::copy_selected<detail::select_kind::remove_copy>(
        detail::no_policy(), detail::begin_of(range), detail::end_of(range),
        detail::target_at(std::forward<O>(out)), detail::complement{detail::equals_given(value)});
}

/// Copies the elements of a range that differ from a value. They are compared by `==`.
/// @copydetails remove_copy(I, I, O, T const&)
/// @param policy `automatic`, `warp_shuffle` or `vendor` with its options
template <detail::select_policy P, detail::paired_iterator I, detail::target_iterator O,
          detail::value_for<I> T>
constexpr O remove_copy(P const& policy, I first, I last, O out, T const& value) {
    return detail::copy_selected<detail::select_kind::remove_copy>(
        policy, std::move(first), std::move(last), detail::target_at(std::move(out)),
        detail::complement{detail::equals_given(value)});
}

/// Copies the elements of a range that differ from a value. They are compared by `==`.
/// @copydetails remove_copy(R&&, O&&, T const&)
/// @param policy `automatic`, `warp_shuffle` or `vendor` with its options
template <detail::select_policy P, detail::input_range R, detail::target_range_or_iterator O,
          detail::value_for<detail::iterator_t<R>> T>
constexpr detail::target_of_argument<O> remove_copy(P const& policy, R&& range, O&& out,
                                                    T const& value) {
    return detail::copy_selected<detail::select_kind::remove_copy>(
        policy, detail::begin_of(range), detail::end_of(range),
        detail::target_at(std::forward<O>(out)), detail::complement{detail::equals_given(value)});
}

/// @}

/// @cond internal
// If the first argument is not a policy of these, a compile error lists the policies.
template <detail::not_a_policy_of_sorted X, class R, class... Rest>
constexpr void remove_if(X const&, R&&, Rest const&...) {
    detail::require_policy_of_remove<X>();
}
template <detail::not_a_policy_of_sorted X, class R, class T, class... Rest>
constexpr void remove(X const&, R&&, T const&, Rest const&...) {
    detail::require_policy_of_remove<X>();
}
template <detail::not_a_policy_of_select X, class R, class O, class... Rest>
constexpr void remove_copy(X const&, R&&, O&&, Rest const&...) {
    detail::require_policy_of_select<X>();
}
/// @endcond

} // namespace gpu::inline v0
