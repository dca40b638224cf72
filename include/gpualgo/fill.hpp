// SPDX-License-Identifier: Apache-2.0
/// @file
/// fill: `std::fill` on any device.
#pragma once

#include <gpualgo/detail/fill_range.hpp>

#include <utility>

namespace gpu::inline v0 {

/// @defgroup elementwise Elementwise algorithms
/// `fill`, `iota`, `replace`, `replace_if`, `reverse`, `reverse_copy`, `swap_ranges`, `gather` and
/// `scatter`: each element is handled by itself, on any device.
///
/// @par Template parameters
/// P: gpu::automatic, or a policy of the standard library (gpualgo/std_execution.hpp). I, R: an
/// iterator or a range, of the host or of a device. O: an iterator of an output. M: an iterator of
/// indices. T: a type that converts to that of the elements.
/// @par Requires
/// Ranges that are written overlap no other range. Each range has as many elements as are read or
/// written. On devices, elements lie side by side, are trivially copyable, and have 1, 2, 4, 8 or
/// 16 bytes. All ranges have elements of one type. Indices are integers of 32 or 64 bits.
/// @par Effects
/// As the functions of the standard library, in any order. Fills the policy's report.
/// @par Returns
/// `reverse_copy`, `gather` and `swap_ranges` of iterators: the end of the second range, or of the
/// output. The others return nothing.
/// @par Policies
/// `automatic` with its options, or one of the standard library.
/// @par Where it runs
/// On the device where the ranges lie, or as reduce if they lie on the host. Contiguous elements of
/// the host that are trivially copyable are handled on all cores, with and without a policy. For
/// others, no policy means the calling thread.
/// @par Throws
/// As reduce, and any exception of an element or of a predicate: one of them if there are several.
/// `std::invalid_argument` if ranges lie on different devices, overlap, or are null pointers.
/// gpu::unsupported_operator if the policy names a device that cannot handle the elements. After an
/// exception of an element, others may be written.
/// @par Thread safety
/// May be called from several threads at once, if no call writes a range of another one. With a
/// policy, several threads may call a predicate at once.
/// @par Stream behaviour
/// For ranges on a GPU, the call does not wait for the kernel, and may be captured into a graph.
/// Work that is submitted later to the policy's stream, or to the default stream, sees the results.
/// @par Determinism
/// There is one right answer, the same on every device.
/// @par Memory
/// None; ranges of the host that another device handles are copied there. `gather` and `scatter`
/// copy ranges that can be read only once.
/// @par Constant expressions
/// Ranges of the host may be used in constant expressions.
/// @{

/// Sets all elements of a range to a value.
/// @param first the first element
/// @param last the end
/// @param value is assigned to each element
template <detail::paired_iterator I, class T>
    requires detail::settable_iterator<I, T>
constexpr void fill(I first, I last, T const& value) {
    detail::fill_range(detail::no_policy(), std::move(first), std::move(last), value);
}

/// Sets all elements of a range to a value.
/// @param range the elements
/// @param value is assigned to each element
template <class R, class T>
    requires detail::settable_range<R, T>
constexpr void fill(R&& range, T const& value) {
    detail::fill_range(detail::no_policy(), detail::begin_of(range), detail::end_of(range), value);
}

/// @copydoc fill(I, I, T const&)
/// @param policy gpu::automatic with its options
template <detail::elementwise_policy P, detail::paired_iterator I, class T>
    requires detail::settable_iterator<I, T>
constexpr void fill(P const& policy, I first, I last, T const& value) {
    detail::fill_range(policy, std::move(first), std::move(last), value);
}

/// @copydoc fill(R&&, T const&)
/// @param policy gpu::automatic with its options
template <detail::elementwise_policy P, class R, class T>
    requires detail::settable_range<R, T>
constexpr void fill(P const& policy, R&& range, T const& value) {
    detail::fill_range(policy, detail::begin_of(range), detail::end_of(range), value);
}

/// @}

/// @cond internal
// If the first argument is not a policy of these, a compile error lists the policies.
template <detail::not_a_policy_of_extrema X, class R, class... Rest>
constexpr void fill(X const&, R&&, Rest const&...) {
    detail::require_policy_of_elementwise<X>();
}
/// @endcond

} // namespace gpu::inline v0
