// SPDX-License-Identifier: Apache-2.0
/// @file
/// top_k: the k largest or smallest elements of a range, sorted, on any device.
#pragma once

#include <gpualgo/detail/top_k_range.hpp>

#include <cstddef>
#include <functional>
#include <utility>

namespace gpu::inline v0 {

/// @defgroup top_k The first elements of an order
/// Copies of the k largest or smallest elements of a range, sorted: as `std::stable_sort` of a
/// copy, of which the first k elements are kept.
///
/// @par Template parameters
/// P: a policy. I, R: an iterator or a range, of the host or of a device. O: an iterator that is
/// written to, or a range with room for the elements. C: a comparator.
/// @par Requires
/// comp(a, b) tells whether a is before b, and is a strict weak order. Range and target do not
/// overlap.
/// @par Precompiled functions
/// `std::less` and `std::greater` of the elements, for integers of 8 to 64 bits, `float`, `double`,
/// `gpu::half` and `gpu::bfloat16`. Ranges on devices need one of these, and a target of the same
/// type, side by side. On the host, the program itself works with all other types and comparators.
/// @par Effects
/// Writes min(k, n) elements, in the order of comp: by default the largest first. Among equivalent
/// elements, the first ones of the range come first. -0 and +0 are equivalent. With precompiled
/// functions, NaNs come last, and are equivalent. Fills the policy's report.
/// @par Returns
/// The end of the elements that were written.
/// @par Complexity
/// On GPUs, a pass over the elements per byte of an element, two passes that copy, and a merge sort
/// of k elements. On the host, one comparison of most elements, and a sort of k elements.
/// @par Where it runs
/// On the device where the range lies. A range of the host: on the host, or on the device of
/// `.on(device)`. Without a policy, functions that are not precompiled run in the calling thread;
/// with a policy on all cores.
/// @par Throws
/// As reduce; `std::invalid_argument` if the target is a range with fewer elements; and any
/// exception of comp. If the device fails, elements of the target are unspecified (basic
/// guarantee).
/// @par Thread safety
/// May be called from several threads at once, also on the same range.
/// @par Stream behaviour
/// Waits for the device: returns when the result is available.
/// @par Determinism
/// There is one right answer, which is the same on every device.
/// @par Memory
/// On GPUs, up to four copies of k elements, seven of 16-bit floating-point numbers, and a copy of
/// a seventh of the range. On the host, up to 32 k bytes per core.
/// @{

/// Copies the first k elements of an order, sorted.
/// @return the end of the elements that were written
/// @param first the first element
/// @param last the end
/// @param k how many elements are wanted
/// @param out the target of the first one
/// @param comp tells whether one element is before another
template <detail::forward_pair I, detail::target_range_or_iterator O, class C = std::greater<>>
    requires detail::comparator_of<C, I>
auto top_k(I first, I last, std::size_t k, O&& out, C comp = C()) {
    return detail::top_k_range(detail::no_policy(), std::move(first), std::move(last), k,
                               detail::target_at(std::forward<O>(out)), std::move(comp));
}

/// Copies the first k elements of an order, sorted.
/// @return the end of the elements that were written
/// @param range the elements
/// @param k how many elements are wanted
/// @param out the target of the first one
/// @param comp tells whether one element is before another
template <detail::input_range R, detail::target_range_or_iterator O, class C = std::greater<>>
    requires(detail::forward_iterator<detail::iterator_t<R>>&&
                 detail::comparator_of<C, detail::iterator_t<R>>)
auto top_k(R&& range, std::size_t k, O&& out, C comp = C()) {
    return detail::top_k_range(detail::no_policy(), detail::begin_of(range), detail::end_of(range),
                               k, detail::target_at(std::forward<O>(out)), std::move(comp));
}

/// Copies the first k elements of an order, sorted.
/// @copydetails top_k(I, I, std::size_t, O&&, C)
/// @param policy `automatic` with its options
template <detail::find_policy P, detail::forward_pair I, detail::target_range_or_iterator O,
          class C = std::greater<>>
    requires detail::comparator_of<C, I>
auto top_k(P const& policy, I first, I last, std::size_t k, O&& out, C comp = C()) {
    return detail::top_k_range(detail::own_policy(policy), std::move(first), std::move(last), k,
                               detail::target_at(std::forward<O>(out)), std::move(comp));
}

/// Copies the first k elements of an order, sorted.
/// @copydetails top_k(R&&, std::size_t, O&&, C)
/// @param policy `automatic` with its options
template <detail::find_policy P, detail::input_range R, detail::target_range_or_iterator O,
          class C = std::greater<>>
    requires(detail::forward_iterator<detail::iterator_t<R>>&&
                 detail::comparator_of<C, detail::iterator_t<R>>)
auto top_k(P const& policy, R&& range, std::size_t k, O&& out, C comp = C()) {
    return detail::top_k_range(detail::own_policy(policy), detail::begin_of(range),
                               detail::end_of(range), k, detail::target_at(std::forward<O>(out)),
                               std::move(comp));
}

/// @}

/// @cond internal
// If the first argument is not a policy of these, a compile error lists the policies.
template <detail::not_a_policy_of_find X, detail::range_or_iterator R, class... Rest>
constexpr void top_k(X const&, R&&, Rest const&...) {
    detail::require_policy_of_find<X>();
}
/// @endcond

} // namespace gpu::inline v0
