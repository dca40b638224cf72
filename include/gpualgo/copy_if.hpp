// SPDX-License-Identifier: Apache-2.0
/// @file
/// copy_if, remove_copy_if, partition_copy: those of the standard library, on any device.
#pragma once

#include <gpualgo/detail/select_range.hpp>
#include <gpualgo/predicates.hpp>

#include <utility>

namespace gpu::inline v0 {

/// @defgroup select Counting and selecting elements
/// `count`, `count_if`, `copy_if`, `remove_copy_if` and `partition_copy`: those of the standard
/// library, on any device.
///
/// @par Template parameters
/// P: a policy. I, R: an iterator or a range, of the host or of a device. O: an output iterator, or
/// a range. T: a type that elements are compared with.
/// @par Requires
/// predicate(element) says whether an element is selected. It changes no element, and gives the
/// same answer each time. Targets do not overlap the range, nor each other. They have at least as
/// many elements as are copied there. A policy is `automatic`, `warp_shuffle` or `vendor` with its
/// options, or one of the standard library (gpualgo/std_execution.hpp).
/// @par Precompiled predicates
/// Those of gpualgo/predicates.hpp, and values of `count`, for integers of 8 to 64 bits, `float`,
/// `double`, `gpu::half` and `gpu::bfloat16`. Ranges on devices need one of these, or a file
/// compiled by nvcc that includes gpualgo/cuda.cuh. There, and on the host, any predicate will
/// do. Expressions (gpualgo/expression.hpp) will do on every device.
/// @par Effects
/// Reads every element and copies those that are selected. Fills the policy's report.
/// @par Returns
/// As the functions of the standard library. For a target given as a range: an iterator into it.
/// @par Policies
/// `automatic` keeps the order of the elements: on a GPU it reads each element once and writes each
/// result once, in one pass. `warp_shuffle` copies them in any order, which may differ from call to
/// call: each warp draws the places of its elements by one atomic. `vendor` is CUB. On the host,
/// all keep the order.
/// @par Where it runs
/// On the device where the ranges lie. If some lie on a device and others on the host, on the
/// device. Ranges of the host: as for reduce. Without a policy, predicates that are not precompiled
/// run in the calling thread; with a policy on all cores.
/// @par Throws
/// As reduce, and any exception of the predicate: one of them if there are several.
/// `std::invalid_argument` if a target certainly overlaps another range, is a null pointer, or is a
/// range of too few elements. In the last case as many elements are written as it has.
/// @par Thread safety
/// As the functions of the standard library. With a policy, several threads may call the predicate
/// at once.
/// @par Stream behaviour
/// Waits for the device: returns when the result is available.
/// @par Determinism
/// There is one right answer, except for the order of `warp_shuffle`. The numbers of elements are
/// always the same.
/// @par Memory
/// As reduce; on a GPU, 17 bytes per 4 to 16 KiB of the range. Ranges and targets of the host that
/// a device cannot access, and ranges that are not contiguous, are copied.
/// @par Constant expressions
/// Ranges of the host may be used in constant expressions.
/// @{

/// Copies the elements of a range that a predicate selects.
/// @return the end of the elements that were written
/// @param first the first element
/// @param last the end
/// @param out the target of the first element copied
/// @param predicate says whether an element is selected
template <detail::paired_iterator I, detail::target_iterator O, detail::predicate_of<I> Predicate>
constexpr O copy_if(I first, I last, O out, Predicate predicate) {
    return detail::copy_selected<detail::select_kind::copy_if>(
        detail::no_policy(), std::move(first), std::move(last), detail::target_at(std::move(out)),
        std::move(predicate));
}

/// Copies the elements of a range that a predicate selects.
/// @return the end of the elements that were written: an iterator of `out` if that is a range
/// @param range the elements
/// @param out the target of the first element copied, or a range of enough elements
/// @param predicate says whether an element is selected
template <detail::input_range R, detail::target_range_or_iterator O,
          detail::predicate_of<detail::iterator_t<R>> Predicate>
constexpr detail::target_of_argument<O> copy_if(R&& range, O&& out, Predicate predicate) {
    return detail::copy_selected<detail::select_kind::copy_if>(
        detail::no_policy(), detail::begin_of(range), detail::end_of(range),
        detail::target_at(std::forward<O>(out)), std::move(predicate));
}

/// Copies the elements of a range that a predicate selects.
/// @copydetails copy_if(I, I, O, Predicate)
/// @param policy `automatic`, `warp_shuffle` or `vendor` with its options
template <detail::select_policy P, detail::paired_iterator I, detail::target_iterator O,
          detail::predicate_of<I> Predicate>
constexpr O copy_if(P const& policy, I first, I last, O out, Predicate predicate) {
    return detail::copy_selected<detail::select_kind::copy_if>(
        policy, std::move(first), std::move(last), detail::target_at(std::move(out)),
        std::move(predicate));
}

/// Copies the elements of a range that a predicate selects.
/// @copydetails copy_if(R&&, O&&, Predicate)
/// @param policy `automatic`, `warp_shuffle` or `vendor` with its options
template <detail::select_policy P, detail::input_range R, detail::target_range_or_iterator O,
          detail::predicate_of<detail::iterator_t<R>> Predicate>
constexpr detail::target_of_argument<O> copy_if(P const& policy, R&& range, O&& out,
                                                Predicate predicate) {
    return detail::copy_selected<detail::select_kind::copy_if>(
        policy, detail::begin_of(range), detail::end_of(range),
        detail::target_at(std::forward<O>(out)), std::move(predicate));
}

/// Copies the elements of a range that a predicate does not select.
/// @return the end of the elements that were written
/// @param first the first element
/// @param last the end
/// @param out the target of the first element copied
/// @param predicate says whether an element is selected
template <detail::paired_iterator I, detail::target_iterator O, detail::predicate_of<I> Predicate>
constexpr O remove_copy_if(I first, I last, O out, Predicate predicate) {
    return detail::copy_selected<detail::select_kind::remove_copy_if>(
        detail::no_policy(), std::move(first), std::move(last), detail::target_at(std::move(out)),
        detail::complement<Predicate>{std::move(predicate)});
}

/// Copies the elements of a range that a predicate does not select.
/// @return the end of the elements that were written: an iterator of `out` if that is a range
/// @param range the elements
/// @param out the target of the first element copied, or a range of enough elements
/// @param predicate says whether an element is selected
template <detail::input_range R, detail::target_range_or_iterator O,
          detail::predicate_of<detail::iterator_t<R>> Predicate>
constexpr detail::target_of_argument<O> remove_copy_if(R&& range, O&& out, Predicate predicate) {
    return detail::copy_selected<detail::select_kind::remove_copy_if>(
        detail::no_policy(), detail::begin_of(range), detail::end_of(range),
        detail::target_at(std::forward<O>(out)),
        detail::complement<Predicate>{std::move(predicate)});
}

/// Copies the elements of a range that a predicate does not select.
/// @copydetails remove_copy_if(I, I, O, Predicate)
/// @param policy `automatic`, `warp_shuffle` or `vendor` with its options
template <detail::select_policy P, detail::paired_iterator I, detail::target_iterator O,
          detail::predicate_of<I> Predicate>
constexpr O remove_copy_if(P const& policy, I first, I last, O out, Predicate predicate) {
    return detail::copy_selected<detail::select_kind::remove_copy_if>(
        policy, std::move(first), std::move(last), detail::target_at(std::move(out)),
        detail::complement<Predicate>{std::move(predicate)});
}

/// Copies the elements of a range that a predicate does not select.
/// @copydetails remove_copy_if(R&&, O&&, Predicate)
/// @param policy `automatic`, `warp_shuffle` or `vendor` with its options
template <detail::select_policy P, detail::input_range R, detail::target_range_or_iterator O,
          detail::predicate_of<detail::iterator_t<R>> Predicate>
constexpr detail::target_of_argument<O> remove_copy_if(P const& policy, R&& range, O&& out,
                                                       Predicate predicate) {
    return detail::copy_selected<detail::select_kind::remove_copy_if>(
        policy, detail::begin_of(range), detail::end_of(range),
        detail::target_at(std::forward<O>(out)),
        detail::complement<Predicate>{std::move(predicate)});
}

/// Copies the elements of a range that a predicate selects to one target, and all others to another
/// one.
/// @return the ends of the elements that were written
/// @param first the first element
/// @param last the end
/// @param selected the target of the first element that is selected
/// @param others the target of the first element that is not
/// @param predicate says whether an element is selected
template <detail::paired_iterator I, detail::target_iterator O, detail::target_iterator Other,
          detail::predicate_of<I> Predicate>
constexpr std::pair<O, Other> partition_copy(I first, I last, O selected, Other others,
                                             Predicate predicate) {
    return detail::partition_range(detail::no_policy(), std::move(first), std::move(last),
                                   detail::target_at(std::move(selected)),
                                   detail::target_at(std::move(others)), std::move(predicate));
}

/// Copies the elements of a range that a predicate selects to one target, and all others to another
/// one.
/// @return the ends of the elements that were written: iterators of targets that are ranges
/// @param range the elements
/// @param selected the target of elements that are selected
/// @param others the target of those that are not
/// @param predicate says whether an element is selected
template <detail::input_range R, detail::target_range_or_iterator O,
          detail::target_range_or_iterator Other,
          detail::predicate_of<detail::iterator_t<R>> Predicate>
constexpr std::pair<detail::target_of_argument<O>, detail::target_of_argument<Other>>
partition_copy(R&& range, O&& selected, Other&& others, Predicate predicate) {
    return detail::partition_range(
        detail::no_policy(), detail::begin_of(range), detail::end_of(range),
        detail::target_at(std::forward<O>(selected)),
        detail::target_at(std::forward<Other>(others)), std::move(predicate));
}

/// Copies the elements of a range that a predicate selects to one target, and all others to another
/// one.
/// @copydetails partition_copy(I, I, O, Other, Predicate)
/// @param policy `automatic`, `warp_shuffle` or `vendor` with its options
template <detail::select_policy P, detail::paired_iterator I, detail::target_iterator O,
          detail::target_iterator Other, detail::predicate_of<I> Predicate>
constexpr std::pair<O, Other> partition_copy(P const& policy, I first, I last, O selected,
                                             Other others, Predicate predicate) {
    return detail::partition_range(policy, std::move(first), std::move(last),
                                   detail::target_at(std::move(selected)),
                                   detail::target_at(std::move(others)), std::move(predicate));
}

/// Copies the elements of a range that a predicate selects to one target, and all others to another
/// one.
/// @copydetails partition_copy(R&&, O&&, Other&&, Predicate)
/// @param policy `automatic`, `warp_shuffle` or `vendor` with its options
template <detail::select_policy P, detail::input_range R, detail::target_range_or_iterator O,
          detail::target_range_or_iterator Other,
          detail::predicate_of<detail::iterator_t<R>> Predicate>
constexpr std::pair<detail::target_of_argument<O>, detail::target_of_argument<Other>>
partition_copy(P const& policy, R&& range, O&& selected, Other&& others, Predicate predicate) {
    return detail::partition_range(policy, detail::begin_of(range), detail::end_of(range),
                                   detail::target_at(std::forward<O>(selected)),
                                   detail::target_at(std::forward<Other>(others)),
                                   std::move(predicate));
}

/// @}

/// @cond internal
// If the first argument is not a policy of these, a compile error lists the policies.
template <detail::not_a_policy_of_select X, class R, class O, class... Rest>
constexpr void copy_if(X const&, R&&, O&&, Rest const&...) {
    detail::require_policy_of_select<X>();
}
template <detail::not_a_policy_of_select X, class R, class O, class... Rest>
constexpr void remove_copy_if(X const&, R&&, O&&, Rest const&...) {
    detail::require_policy_of_select<X>();
}
template <detail::not_a_policy_of_select X, class R, class O, class... Rest>
constexpr void partition_copy(X const&, R&&, O&&, Rest const&...) {
    detail::require_policy_of_select<X>();
}
/// @endcond

} // namespace gpu::inline v0
