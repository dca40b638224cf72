// SPDX-License-Identifier: Apache-2.0
/// @file
/// transform_reduce: `std::transform_reduce` on any device, in the same order on all of them.
#pragma once

#include <gpualgo/detail/mixed_ends.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/transform_range.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/policy.hpp>

#include <concepts>
#include <iterator>
#include <utility>

namespace gpu::inline v0 {

/// @defgroup transform_reduce Reduction of transformed elements
/// `op(... op(init, f(x0)) ..., f(xn))` of one range, or with `f(x0, y0)` of two ranges:
/// `std::transform_reduce`. One pass, without memory for intermediate results: sums of products,
/// squares, differences or matches.
///
/// @par Template parameters
/// P: a policy of reduce. I, R: an iterator or a range, of the host or of a device. T: the type
/// that is accumulated. Op: a binary operator. F: a function of one element, or of one element of
/// each range.
/// @par Requires
/// As @ref reduce; op takes the results of f. Two ranges have the same length; the second may be
/// given by its first element. f changes neither its operands nor the ranges.
/// @par Precompiled functions
/// `gpu::plus` with `gpu::negate`, `gpu::square` and `gpu::absolute` of one range, and with
/// `gpu::multiplies`, `gpu::squared_difference` and `gpu::equal_to` of two ranges of one type. All
/// pairs of types of reduce are precompiled for these. `gpu::minimum` and `gpu::maximum` with the
/// functions of one range, if T is the elements' type. `gpu::identity` is reduce. Ranges on devices
/// need one of these; on the host, the program computes all others, as in reduce.
/// @par Effects
/// Reads every element once and fills the policy's report. An empty range calls neither function.
/// @par Where it runs
/// As reduce. Two ranges lie on one device, or both in memory that the device reads.
/// @par Returns
/// The total, of the type T of init, which is also the type that is accumulated. Elements are
/// converted to T before a precompiled f is applied, so `int` products may be summed in `long`
/// without overflow. 16-bit floating-point numbers are computed in float, and the total is rounded
/// once. `gpu::equal_to` gives 1 or 0 of type T. Integers wrap: the absolute value of the smallest
/// one is itself. An f that is not precompiled for these types gets the elements unconverted, as in
/// `std::transform_reduce`. Precompiled functions never contract a product and a sum into an fma,
/// whatever flags g++ is given. In the program's own kernels nvcc may contract, unless it is given
/// -fmad=false.
/// @par Throws
/// As reduce; also `std::invalid_argument` if two ranges have different lengths or lie on different
/// devices.
/// @par Thread safety
/// May be called from several threads at once, also on the same ranges.
/// @par Stream behaviour
/// Waits for the device: returns when the result is available.
/// @par Determinism
/// As reduce. For two ranges, the wider element type determines the canonical order. Precompiled
/// functions give the same bits on every device, for any number of threads and in any program.
/// @par Memory
/// As reduce; named strategies keep the transformed elements in scratch, one T per element.
/// @par Constant expressions
/// Ranges of the host may be reduced in constant expressions, to the same bits.
/// @{

/// Reduces f(x) for the elements x of a range given by two iterators.
/// @return the total
/// @param first the first element
/// @param last the end
/// @param init the initial value
/// @param op the operator
/// @param f the transform
template <detail::paired_iterator I, class T, class Op, class F>
    requires detail::transforms_elements<F, I>
[[nodiscard]] constexpr detail::value_given<T> transform_reduce(I first, I last, T init, Op op,
                                                                F f) {
    return detail::transform_range(detail::no_policy(), std::move(first), std::move(last),
                                   std::move(init), std::move(op), std::move(f));
}

/// Reduces f(x, y), by default x * y, for the elements x and y of two ranges given by iterators.
/// @return the total
/// @param first1 the first element x
/// @param last1 the end of the elements x
/// @param first2 the first element y
/// @param init the initial value
template <detail::paired_iterator I1, detail::input_iterator I2, class T>
[[nodiscard]] constexpr detail::value_given<T> transform_reduce(I1 first1, I1 last1, I2 first2,
                                                                T init) {
    return detail::transform_ranges(detail::no_policy(), std::move(first1), std::move(last1),
                                    std::move(first2), std::move(init), std::plus<>(),
                                    std::multiplies<>());
}

/// @copydoc transform_reduce(I1, I1, I2, T)
/// @param op the operator
/// @param f the transform
template <detail::paired_iterator I1, detail::input_iterator I2, class T, class Op, class F>
[[nodiscard]] constexpr detail::value_given<T> transform_reduce(I1 first1, I1 last1, I2 first2,
                                                                T init, Op op, F f) {
    return detail::transform_ranges(detail::no_policy(), std::move(first1), std::move(last1),
                                    std::move(first2), std::move(init), std::move(op),
                                    std::move(f));
}

/// Reduces f(x) for the elements x of a range.
/// @return the total
/// @param range the elements
/// @param init the initial value
/// @param op the operator
/// @param f the transform
template <detail::input_range R, detail::not_a_sentinel_of<R> T, class Op, class F>
    requires detail::transforms_elements<F, detail::iterator_t<R>>
[[nodiscard]] constexpr detail::value_given<T> transform_reduce(R&& range, T init, Op op, F f) {
    return detail::transform_range(detail::no_policy(), detail::begin_of(range),
                                   detail::end_of(range), std::move(init), std::move(op),
                                   std::move(f));
}

/// Reduces f(x, y), by default x * y, for the elements x and y of two ranges.
/// @return the total
/// @param range1 the elements x
/// @param range2 the elements y
/// @param init the initial value
/// @param op the operator
/// @param f the transform
template <detail::input_range R1, detail::input_range R2, class T, class Op = std::plus<>,
          class F = std::multiplies<>>
    requires detail::transforms_elements<F, detail::iterator_t<R1>, detail::iterator_t<R2>>
[[nodiscard]] constexpr detail::value_given<T> transform_reduce(R1&& range1, R2&& range2, T init,
                                                                Op op = Op(), F f = F()) {
    return detail::transform_both(detail::no_policy(), range1, range2, std::move(init),
                                  std::move(op), std::move(f));
}

/// @copydoc transform_reduce(I, I, T, Op, F)
/// @param policy the strategy and its options
template <detail::reduce_policy P, detail::paired_iterator I, class T, class Op, class F>
    requires detail::transforms_elements<F, I>
[[nodiscard]] constexpr detail::value_given<T> transform_reduce(P const& policy, I first, I last,
                                                                T init, Op op, F f) {
    return detail::transform_range(policy, std::move(first), std::move(last), std::move(init),
                                   std::move(op), std::move(f));
}

/// @copydoc transform_reduce(I1, I1, I2, T, Op, F)
/// @param policy the strategy and its options
template <detail::reduce_policy P, detail::paired_iterator I1, detail::input_iterator I2, class T,
          class Op = std::plus<>, class F = std::multiplies<>>
[[nodiscard]] constexpr detail::value_given<T>
transform_reduce(P const& policy, I1 first1, I1 last1, I2 first2, T init, Op op = Op(), F f = F()) {
    return detail::transform_ranges(policy, std::move(first1), std::move(last1), std::move(first2),
                                    std::move(init), std::move(op), std::move(f));
}

/// @copydoc transform_reduce(R&&, T, Op, F)
/// @param policy the strategy and its options
template <detail::reduce_policy P, detail::input_range R, detail::not_a_sentinel_of<R> T, class Op,
          class F>
    requires detail::transforms_elements<F, detail::iterator_t<R>>
[[nodiscard]] constexpr detail::value_given<T> transform_reduce(P const& policy, R&& range, T init,
                                                                Op op, F f) {
    return detail::transform_range(policy, detail::begin_of(range), detail::end_of(range),
                                   std::move(init), std::move(op), std::move(f));
}

/// @copydoc transform_reduce(R1&&, R2&&, T, Op, F)
/// @param policy the strategy and its options
template <detail::reduce_policy P, detail::input_range R1, detail::input_range R2, class T,
          class Op = std::plus<>, class F = std::multiplies<>>
    requires detail::transforms_elements<F, detail::iterator_t<R1>, detail::iterator_t<R2>>
[[nodiscard]] constexpr detail::value_given<T>
transform_reduce(P const& policy, R1&& range1, R2&& range2, T init, Op op = Op(), F f = F()) {
    return detail::transform_both(policy, range1, range2, std::move(init), std::move(op),
                                  std::move(f));
}

/// @}

/// @cond internal
// Both ends have one type: compilers print this line.
template <class... Arguments>
    requires detail::mixed_ends<Arguments...>
constexpr void transform_reduce(Arguments&&...) = delete; // not v.begin(), v.cend()

// Thrust has the function before init: compilers print this line.
template <detail::paired_iterator I, class F, class T, class Op>
    requires(detail::transforms_elements<F, I> && !detail::transforms_elements<Op, I> &&
             std::invocable<Op&, T&, T&>)
constexpr void transform_reduce(I, I, F, T, Op) = delete; // give them as first, last, init, op, f

// If the first argument is not a policy of reduce, a compile error lists these policies.
template <detail::not_a_policy X, class Range, class... Rest>
    requires(detail::input_range<Range> || detail::input_iterator<Range>)
constexpr detail::any_result transform_reduce(X const&, Range const&, Rest const&...) {
    detail::require_policy_of_reduce<X>();
    return {};
}
/// @endcond

} // namespace gpu::inline v0
