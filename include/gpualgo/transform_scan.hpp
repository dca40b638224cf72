// SPDX-License-Identifier: Apache-2.0
/// @file
/// transform_inclusive_scan and transform_exclusive_scan: prefix sums of transformed elements.
#pragma once

#include <gpualgo/detail/expression_scan.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/scan_range.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/scan_policy.hpp>

#include <iterator>
#include <type_traits>
#include <utility>

namespace gpu::inline v0 {

/// @defgroup transform_scan Scans of transformed elements
/// Prefix sums of f(x) for the elements x of a range. As `std::transform_inclusive_scan` and
/// `std::transform_exclusive_scan`.
///
/// @par Template parameters
/// As @ref scan. F: a function of one element.
/// @par Requires
/// As scan; op takes the results of f. Without an init, results have the type of f's results.
/// @par Precompiled functions
/// `gpu::negate`, `gpu::square` and `gpu::absolute` of integers, float and double, with the
/// operators that scan has for the type. Ranges on devices need one of these, or expressions, see
/// @ref expressions. On the host, the program computes all others, as scan does.
/// @par Effects
/// As scan. Devices first write the transformed elements to the output, and scan that in place.
/// @par Where it runs
/// As scan.
/// @par Returns
/// The end of the output that was written. Integers wrap.
/// @par Throws
/// As scan.
/// @par Thread safety
/// As scan.
/// @par Stream behaviour
/// As scan.
/// @par Determinism
/// As scan: the bits are those of a scan of the transformed elements.
/// @par Memory
/// As scan.
/// @par Constant expressions
/// As scan.
/// @{

/// Scans f(x) for the elements x of a range given by two iterators.
/// @return the end of the output that was written
/// @param first the first element
/// @param last the end
/// @param out the target of the first result
/// @param op the operator
/// @param f the transform
template <detail::paired_iterator I, detail::scan_output O, class Op, class F>
constexpr O transform_inclusive_scan(I first, I last, O out, Op op, F f) {
    detail::transformed_value<F, I> const* const none = nullptr;
    return detail::scan_range(detail::no_policy(), detail::scan_kind::inclusive, std::move(first),
                              std::move(last), std::move(out), none, std::move(op), std::move(f));
}

/// @copydoc transform_inclusive_scan(I, I, O, Op, F)
/// @param init precedes all elements
template <detail::paired_iterator I, detail::scan_output O, class Op, class F, class T>
constexpr O transform_inclusive_scan(I first, I last, O out, Op op, F f, T init) {
    return detail::scan_range(detail::no_policy(), detail::scan_kind::inclusive, std::move(first),
                              std::move(last), std::move(out), __builtin_addressof(init),
                              std::move(op), std::move(f));
}

/// @copydoc transform_inclusive_scan(I, I, O, Op, F)
/// @param policy the strategy and its options
template <detail::scan_policy P, detail::paired_iterator I, detail::scan_output O, class Op,
          class F>
constexpr O transform_inclusive_scan(P const& policy, I first, I last, O out, Op op, F f) {
    detail::transformed_value<F, I> const* const none = nullptr;
    return detail::scan_range(policy, detail::scan_kind::inclusive, std::move(first),
                              std::move(last), std::move(out), none, std::move(op), std::move(f));
}

/// @copydoc transform_inclusive_scan(I, I, O, Op, F, T)
/// @param policy the strategy and its options
template <detail::scan_policy P, detail::paired_iterator I, detail::scan_output O, class Op,
          class F, class T>
constexpr O transform_inclusive_scan(P const& policy, I first, I last, O out, Op op, F f, T init) {
    return detail::scan_range(policy, detail::scan_kind::inclusive, std::move(first),
                              std::move(last), std::move(out), __builtin_addressof(init),
                              std::move(op), std::move(f));
}

/// Scans f(x) for the elements x of a range.
/// @return the end of the output that was written
/// @param range the elements
/// @param out an iterator or a range: the target of the results
/// @param op the operator
/// @param f the transform
template <detail::input_range R, detail::output_for<R> Out, class Op, class F>
constexpr auto transform_inclusive_scan(R&& range, Out&& out, Op op, F f) {
    detail::transformed_value<F, detail::iterator_t<R>> const* const none = nullptr;
    auto first = detail::begin_of(range);
    auto const last = detail::end_of(range);
    auto target = detail::output_of("gpu::transform_inclusive_scan", first, last, out);
    return detail::scan_range(detail::no_policy(), detail::scan_kind::inclusive, std::move(first),
                              last, std::move(target), none, std::move(op), std::move(f));
}

/// @copydoc transform_inclusive_scan(R&&, Out&&, Op, F)
/// @param init precedes all elements
template <detail::input_range R, detail::output_for<R> Out, class Op, class F, class T>
constexpr auto transform_inclusive_scan(R&& range, Out&& out, Op op, F f, T init) {
    auto first = detail::begin_of(range);
    auto const last = detail::end_of(range);
    auto target = detail::output_of("gpu::transform_inclusive_scan", first, last, out);
    return detail::scan_range(detail::no_policy(), detail::scan_kind::inclusive, std::move(first),
                              last, std::move(target), __builtin_addressof(init), std::move(op),
                              std::move(f));
}

/// @copydoc transform_inclusive_scan(R&&, Out&&, Op, F)
/// @param policy the strategy and its options
template <detail::scan_policy P, detail::input_range R, detail::output_for<R> Out, class Op,
          class F>
constexpr auto transform_inclusive_scan(P const& policy, R&& range, Out&& out, Op op, F f) {
    detail::transformed_value<F, detail::iterator_t<R>> const* const none = nullptr;
    auto first = detail::begin_of(range);
    auto const last = detail::end_of(range);
    auto target = detail::output_of("gpu::transform_inclusive_scan", first, last, out);
    return detail::scan_range(policy, detail::scan_kind::inclusive, std::move(first), last,
                              std::move(target), none, std::move(op), std::move(f));
}

/// @copydoc transform_inclusive_scan(R&&, Out&&, Op, F, T)
/// @param policy the strategy and its options
template <detail::scan_policy P, detail::input_range R, detail::output_for<R> Out, class Op,
          class F, class T>
constexpr auto transform_inclusive_scan(P const& policy, R&& range, Out&& out, Op op, F f, T init) {
    auto first = detail::begin_of(range);
    auto const last = detail::end_of(range);
    auto target = detail::output_of("gpu::transform_inclusive_scan", first, last, out);
    return detail::scan_range(policy, detail::scan_kind::inclusive, std::move(first), last,
                              std::move(target), __builtin_addressof(init), std::move(op),
                              std::move(f));
}

/// Scans f(x) for the elements x of a range given by two iterators, without each result's own
/// element.
/// @return the end of the output that was written
/// @param first the first element
/// @param last the end
/// @param out the target of the first result
/// @param init the first result, which precedes all elements
/// @param op the operator
/// @param f the transform
template <detail::paired_iterator I, detail::scan_output O, class T, class Op, class F>
constexpr O transform_exclusive_scan(I first, I last, O out, T init, Op op, F f) {
    return detail::scan_range(detail::no_policy(), detail::scan_kind::exclusive, std::move(first),
                              std::move(last), std::move(out), __builtin_addressof(init),
                              std::move(op), std::move(f));
}

/// @copydoc transform_exclusive_scan(I, I, O, T, Op, F)
/// @param policy the strategy and its options
template <detail::scan_policy P, detail::paired_iterator I, detail::scan_output O, class T,
          class Op, class F>
constexpr O transform_exclusive_scan(P const& policy, I first, I last, O out, T init, Op op, F f) {
    return detail::scan_range(policy, detail::scan_kind::exclusive, std::move(first),
                              std::move(last), std::move(out), __builtin_addressof(init),
                              std::move(op), std::move(f));
}

/// Scans f(x) for the elements x of a range, without each result's own element.
/// @return the end of the output that was written
/// @param range the elements
/// @param out an iterator or a range: the target of the results
/// @param init the first result, which precedes all elements
/// @param op the operator
/// @param f the transform
template <detail::input_range R, detail::output_for<R> Out, class T, class Op, class F>
constexpr auto transform_exclusive_scan(R&& range, Out&& out, T init, Op op, F f) {
    auto first = detail::begin_of(range);
    auto const last = detail::end_of(range);
    auto target = detail::output_of("gpu::transform_exclusive_scan", first, last, out);
    return detail::scan_range(detail::no_policy(), detail::scan_kind::exclusive, std::move(first),
                              last, std::move(target), __builtin_addressof(init), std::move(op),
                              std::move(f));
}

/// @copydoc transform_exclusive_scan(R&&, Out&&, T, Op, F)
/// @param policy the strategy and its options
template <detail::scan_policy P, detail::input_range R, detail::output_for<R> Out, class T,
          class Op, class F>
constexpr auto transform_exclusive_scan(P const& policy, R&& range, Out&& out, T init, Op op, F f) {
    auto first = detail::begin_of(range);
    auto const last = detail::end_of(range);
    auto target = detail::output_of("gpu::transform_exclusive_scan", first, last, out);
    return detail::scan_range(policy, detail::scan_kind::exclusive, std::move(first), last,
                              std::move(target), __builtin_addressof(init), std::move(op),
                              std::move(f));
}

/// @}

/// @cond internal
// If the first argument is not a policy of scans, a compile error lists these policies.
template <detail::not_a_scan_policy X, class Range, class... Rest>
    requires(detail::input_range<Range> || detail::input_iterator<Range>)
constexpr detail::any_result transform_inclusive_scan(X const&, Range const&, Rest const&...) {
    detail::require_policy_of_scan<X>();
    return {};
}
template <detail::not_a_scan_policy X, class Range, class... Rest>
    requires(detail::input_range<Range> || detail::input_iterator<Range>)
constexpr detail::any_result transform_exclusive_scan(X const&, Range const&, Rest const&...) {
    detail::require_policy_of_scan<X>();
    return {};
}
/// @endcond

} // namespace gpu::inline v0
