// SPDX-License-Identifier: Apache-2.0
/// @file
/// inclusive_scan and exclusive_scan: prefix sums on any device, in the same order on all of them.
#pragma once

#include <gpualgo/detail/expression_scan.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/scan_range.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/scan_policy.hpp>

#include <iterator>
#include <utility>

namespace gpu::inline v0 {

/// @defgroup scan Scans
/// Prefix sums, by any associative operator. In an `inclusive_scan`, every element becomes the fold
/// of all elements up to it; in an `exclusive_scan`, of init and all elements before it. As
/// `std::inclusive_scan` and `std::exclusive_scan`.
///
/// @par Template parameters
/// P: a policy of gpualgo/policy.hpp or gpualgo/scan_policy.hpp that is listed below. I, R: an
/// iterator or a range, of the host or of a device. O, Out: an output iterator, or a range that is
/// as long. T: the type of init. Op: a binary operator.
/// @par Requires
/// As @ref reduce; op need not be commutative. The output has room for as many elements as the
/// range. It may be the range itself, but must not overlap it otherwise. Elements are converted to
/// T, or to the range's value type if there is no init. Ranges on devices need a precompiled
/// operator, or an expression, see @ref expressions; otherwise a compile error lists these. Their
/// elements, those of the output and init have one type; by an expression, a number.
/// @par Precompiled on devices
/// `gpu::plus` of all types of reduce. `gpu::minimum` and `gpu::maximum` of all but integers of 8
/// and 16 bits. `gpu::multiplies`, and the bit operators of integers, of types of 32 bits and more.
/// On the host also the other operators of reduce.
/// @par Policies
/// `gpu::automatic`, `gpu::hillis_steele`, `gpu::blelloch`, `gpu::cg_tile<N>`,
/// `gpu::warp_shuffle` and `gpu::vendor`, which is CUB's scan. All but `automatic` have kernels for
/// integers of 32 and 64 bits, float and double. These have `gpu::plus`, and but for `vendor` also
/// `gpu::minimum` and `gpu::maximum`. CUB does not quiet NaNs.
/// @par Effects
/// Reads every element once, writes every result once, and fills the policy's report.
/// @par Where it runs
/// As reduce. The range and the output lie on one device, or both in memory that it reads.
/// Operators or types that are not precompiled run in the calling thread. With a policy, 16384 and
/// more elements are scanned on all cores; then op runs on several threads. That needs iterators
/// with random access, and results that are trivially copyable and have at most 64 bytes.
/// @par Returns
/// The end of the output that was written. A NaN result is the positive quiet one. Precompiled
/// integer operators wrap. Numbers of 16 bits are computed in float, and every result is rounded
/// once.
/// @par Throws
/// As reduce, before anything runs; the output is unchanged then. Also
/// - `std::invalid_argument` if the output overlaps the range and is not the range itself
/// - `std::invalid_argument` if the output lies elsewhere than the range, or is a range that is too
///   short
/// - `gpu::unsupported_operator` if `.on(device)` or a strategy asks for a device that has no
///   kernels for operator and type
///
/// If a device fails, or if op or an iterator throws, the output is unspecified (basic guarantee).
/// The same if the range can be read only once, and the output is too short.
/// @par Thread safety
/// May be called from several threads at once, also on the same range, if the outputs differ.
/// @par Stream behaviour
/// Runs on the policy's stream, and waits: returns when the results are available.
/// @par Determinism
/// Without a policy or with `automatic`, evaluates one expression per element: the elements up to
/// it, folded in adjacent pairs (kernel/scan/canonical.hpp). It depends only on these elements.
/// So results are the same on every device, for any number of threads and for any number of
/// elements that follow. The error grows with the logarithm of the index, and sums of numbers that
/// are not negative never decrease. Named strategies give the same bits in each run on one kind of
/// device with one block size. CUB, and thus `vendor`, does not promise that for floating-point
/// sums.
/// @par Memory
/// On the host, 64 bytes per 128 KiB, and a copy of ranges or outputs that are not contiguous.
/// `automatic` on other devices needs 8 to 32 bytes per 4 to 16 KiB. They are kept from call to
/// call if the range is not large. Other strategies need one element per block. A range of the host
/// that a GPU scans is copied there and back.
/// @par Constant expressions
/// Ranges of the host may be scanned in constant expressions, to the same bits.
/// @{

// Without a policy, iterators have one overload per number of arguments. Only if all other
// parameters are the same does overload resolution prefer these to std's as more constrained.

/// Scans a range given by two iterators.
/// @return the end of the output that was written
/// @param first the first element
/// @param last the end
/// @param out the target of the first result
template <detail::paired_iterator I, detail::scan_output O>
constexpr O inclusive_scan(I first, I last, O out) {
    std::iter_value_t<I> const* const none = nullptr;
    return detail::scan_range(detail::no_policy(), detail::scan_kind::inclusive, std::move(first),
                              std::move(last), std::move(out), none, std::plus<>());
}

/// @copydoc inclusive_scan(I, I, O)
/// @param op the operator
template <detail::paired_iterator I, detail::scan_output O, class Op>
constexpr O inclusive_scan(I first, I last, O out, Op op) {
    std::iter_value_t<I> const* const none = nullptr;
    return detail::scan_range(detail::no_policy(), detail::scan_kind::inclusive, std::move(first),
                              std::move(last), std::move(out), none, std::move(op));
}

/// @copydoc inclusive_scan(I, I, O, Op)
/// @param init precedes all elements
template <detail::paired_iterator I, detail::scan_output O, class Op, class T>
constexpr O inclusive_scan(I first, I last, O out, Op op, T init) {
    return detail::scan_range(detail::no_policy(), detail::scan_kind::inclusive, std::move(first),
                              std::move(last), std::move(out), __builtin_addressof(init),
                              std::move(op));
}

/// Scans a range.
/// @return the end of the output that was written
/// @param range the elements
/// @param out an iterator or a range: the target of the results
/// @param op the operator
template <detail::input_range R, detail::output_for<R> Out, class Op = std::plus<>>
constexpr auto inclusive_scan(R&& range, Out&& out, Op op = Op()) {
    detail::range_value_t<R> const* const none = nullptr;
    auto first = detail::begin_of(range);
    auto const last = detail::end_of(range);
    auto target = detail::output_of("gpu::inclusive_scan", first, last, out);
    return detail::scan_range(detail::no_policy(), detail::scan_kind::inclusive, std::move(first),
                              last, std::move(target), none, std::move(op));
}

/// @copydoc inclusive_scan(R&&, Out&&, Op)
/// @param init precedes all elements
template <detail::input_range R, detail::output_for<R> Out, class Op, class T>
constexpr auto inclusive_scan(R&& range, Out&& out, Op op, T init) {
    auto first = detail::begin_of(range);
    auto const last = detail::end_of(range);
    auto target = detail::output_of("gpu::inclusive_scan", first, last, out);
    return detail::scan_range(detail::no_policy(), detail::scan_kind::inclusive, std::move(first),
                              last, std::move(target), __builtin_addressof(init), std::move(op));
}

/// @copydoc inclusive_scan(I, I, O, Op)
/// @param policy the strategy and its options
template <detail::scan_policy P, detail::paired_iterator I, detail::scan_output O,
          class Op = std::plus<>>
constexpr O inclusive_scan(P const& policy, I first, I last, O out, Op op = Op()) {
    std::iter_value_t<I> const* const none = nullptr;
    return detail::scan_range(policy, detail::scan_kind::inclusive, std::move(first),
                              std::move(last), std::move(out), none, std::move(op));
}

/// @copydoc inclusive_scan(I, I, O, Op, T)
/// @param policy the strategy and its options
template <detail::scan_policy P, detail::paired_iterator I, detail::scan_output O, class Op,
          class T>
constexpr O inclusive_scan(P const& policy, I first, I last, O out, Op op, T init) {
    return detail::scan_range(policy, detail::scan_kind::inclusive, std::move(first),
                              std::move(last), std::move(out), __builtin_addressof(init),
                              std::move(op));
}

/// @copydoc inclusive_scan(R&&, Out&&, Op)
/// @param policy the strategy and its options
template <detail::scan_policy P, detail::input_range R, detail::output_for<R> Out,
          class Op = std::plus<>>
constexpr auto inclusive_scan(P const& policy, R&& range, Out&& out, Op op = Op()) {
    detail::range_value_t<R> const* const none = nullptr;
    auto first = detail::begin_of(range);
    auto const last = detail::end_of(range);
    auto target = detail::output_of("gpu::inclusive_scan", first, last, out);
    return detail::scan_range(policy, detail::scan_kind::inclusive, std::move(first), last,
                              std::move(target), none, std::move(op));
}

/// @copydoc inclusive_scan(R&&, Out&&, Op, T)
/// @param policy the strategy and its options
template <detail::scan_policy P, detail::input_range R, detail::output_for<R> Out, class Op,
          class T>
constexpr auto inclusive_scan(P const& policy, R&& range, Out&& out, Op op, T init) {
    auto first = detail::begin_of(range);
    auto const last = detail::end_of(range);
    auto target = detail::output_of("gpu::inclusive_scan", first, last, out);
    return detail::scan_range(policy, detail::scan_kind::inclusive, std::move(first), last,
                              std::move(target), __builtin_addressof(init), std::move(op));
}

/// Scans a range given by two iterators, without each result's own element.
/// @return the end of the output that was written
/// @param first the first element
/// @param last the end
/// @param out the target of the first result
/// @param init the first result, which precedes all elements
template <detail::paired_iterator I, detail::scan_output O, class T>
constexpr O exclusive_scan(I first, I last, O out, T init) {
    return detail::scan_range(detail::no_policy(), detail::scan_kind::exclusive, std::move(first),
                              std::move(last), std::move(out), __builtin_addressof(init),
                              std::plus<>());
}

/// Scans a range given by two iterators, from zero, without each result's own element.
/// @return the end of the output that was written
/// @param first the first element
/// @param last the end
/// @param out the target of the first result, which is `T()`, for elements of type T
template <detail::paired_iterator I, detail::scan_output O>
constexpr O exclusive_scan(I first, I last, O out) {
    return gpu::exclusive_scan(std::move(first), std::move(last), std::move(out),
                               std::iter_value_t<I>());
}

/// @copydoc exclusive_scan(I, I, O, T)
/// @param op the operator
template <detail::paired_iterator I, detail::scan_output O, class T, class Op>
constexpr O exclusive_scan(I first, I last, O out, T init, Op op) {
    return detail::scan_range(detail::no_policy(), detail::scan_kind::exclusive, std::move(first),
                              std::move(last), std::move(out), __builtin_addressof(init),
                              std::move(op));
}

/// Scans a range, without each result's own element.
/// @return the end of the output that was written
/// @param range the elements
/// @param out an iterator or a range: the target of the results
/// @param init the first result, which precedes all elements; by default zero
/// @param op the operator
template <detail::input_range R, detail::output_for<R> Out, class T = detail::range_value_t<R>,
          class Op = std::plus<>>
constexpr auto exclusive_scan(R&& range, Out&& out, T init = T(), Op op = Op()) {
    auto first = detail::begin_of(range);
    auto const last = detail::end_of(range);
    auto target = detail::output_of("gpu::exclusive_scan", first, last, out);
    return detail::scan_range(detail::no_policy(), detail::scan_kind::exclusive, std::move(first),
                              last, std::move(target), __builtin_addressof(init), std::move(op));
}

/// @copydoc exclusive_scan(I, I, O, T, Op)
/// @param policy the strategy and its options
template <detail::scan_policy P, detail::paired_iterator I, detail::scan_output O,
          class T = std::iter_value_t<I>, class Op = std::plus<>>
constexpr O exclusive_scan(P const& policy, I first, I last, O out, T init = T(), Op op = Op()) {
    return detail::scan_range(policy, detail::scan_kind::exclusive, std::move(first),
                              std::move(last), std::move(out), __builtin_addressof(init),
                              std::move(op));
}

/// @copydoc exclusive_scan(R&&, Out&&, T, Op)
/// @param policy the strategy and its options
template <detail::scan_policy P, detail::input_range R, detail::output_for<R> Out,
          class T = detail::range_value_t<R>, class Op = std::plus<>>
constexpr auto exclusive_scan(P const& policy, R&& range, Out&& out, T init = T(), Op op = Op()) {
    auto first = detail::begin_of(range);
    auto const last = detail::end_of(range);
    auto target = detail::output_of("gpu::exclusive_scan", first, last, out);
    return detail::scan_range(policy, detail::scan_kind::exclusive, std::move(first), last,
                              std::move(target), __builtin_addressof(init), std::move(op));
}

/// @}

/// @cond internal
// If the first argument is not a policy of scans, a compile error lists these policies.
template <detail::not_a_scan_policy X, class Range, class... Rest>
    requires(detail::input_range<Range> || detail::input_iterator<Range>)
constexpr detail::any_result inclusive_scan(X const&, Range const&, Rest const&...) {
    detail::require_policy_of_scan<X>();
    return {};
}
template <detail::not_a_scan_policy X, class Range, class... Rest>
    requires(detail::input_range<Range> || detail::input_iterator<Range>)
constexpr detail::any_result exclusive_scan(X const&, Range const&, Rest const&...) {
    detail::require_policy_of_scan<X>();
    return {};
}
/// @endcond

} // namespace gpu::inline v0
