// SPDX-License-Identifier: Apache-2.0
/// @file
/// transform_reduce: `std::transform_reduce` on any device, and in one order on all of them.
#pragma once

#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/transform_range.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/policy.hpp>

#include <iterator>
#include <utility>

namespace gpu::inline v0 {

/// @defgroup transform_reduce Reduction of transformed elements
/// `op(... op(init, f(x0)) ..., f(xn))` of one range, or with `f(x0, y0)` of two:
/// `std::transform_reduce`. Sums of products, of squares, of differences, of matches, in one pass,
/// without memory for what is between.
///
/// @par Requires
/// As for @ref reduce; op takes what f returns. Two ranges are of the same length: the second may
/// be given by its first element. f changes neither its operands nor the ranges.
/// @par What is precompiled
/// `gpu::plus` with `gpu::negate`, `gpu::square`, `gpu::absolute` of one range, and with
/// `gpu::multiplies`, `gpu::squared_difference`, `gpu::equal_to` of two ranges of one type, for all
/// pairs of types that reduce has. `gpu::minimum` and `gpu::maximum` with those of one range, for a
/// total of the elements' type. `gpu::identity` is reduce. Ranges on devices need one of these; on
/// the host, all else is computed by the program, as reduce does.
/// @par Effects
/// Reads every element once, fills the policy's report, and nothing else. An empty range calls
/// neither function.
/// @par Where it runs
/// As reduce. Two ranges lie on one device, or both in memory that it reads.
/// @par Returns
/// The total, of the type T of init, which is also the type that is accumulated. The precompiled
/// functions are applied in T: elements are converted to T, then transformed (16-bit numbers in
/// float, and the total is rounded once). So `int` products may be summed in `long` without
/// overflow, and `gpu::equal_to` gives 1 or 0 of T. Integers wrap: the absolute value of the
/// smallest one is itself. A function that is not precompiled, or not for these types, is given the
/// elements as they are, as by `std::transform_reduce`. The precompiled functions contract no
/// product and sum into one operation, whatever flags g++ compiles the program with. (In kernels of
/// the program's own, nvcc may: its option -fmad=false forbids it.)
/// @par Throws
/// As reduce; `std::invalid_argument` also where two ranges have different lengths, or lie apart.
/// @par Thread safety
/// May be called from several threads at once, also on the same ranges.
/// @par Stream behaviour
/// Returns when the result is there: waits for the device.
/// @par Determinism
/// As reduce: without a policy or with `automatic` in the canonical order, which goes by the wider
/// type of elements of two ranges; with precompiled functions the same bits on every device, for
/// any number of threads and from any program.
/// @par Memory
/// As reduce; named strategies have the transformed elements in scratch, a T for each.
/// @par Constant expressions
/// Ranges of the host may be reduced in constant expressions, to the same bits.
/// @{

/// The total of init and of what f makes of the elements of a range given by two iterators.
/// @tparam I an iterator, of the host or a device's
/// @tparam T the type that is accumulated
/// @tparam Op a binary operator
/// @tparam F a function of one element
/// @param first the first element
/// @param last the end
/// @param init goes in front
/// @param op the operator
/// @param f the transform
/// @return the total
template <detail::paired_iterator I, class T, class Op, class F>
    requires detail::transforms_elements<F, I>
[[nodiscard]] constexpr T transform_reduce(I first, I last, T init, Op op, F f) {
    return detail::transform_range(detail::no_policy(), std::move(first), std::move(last),
                                   std::move(init), std::move(op), std::move(f));
}

/// The sum of init and of the products of two ranges given by iterators.
/// @tparam I1 an iterator, of the host or a device's
/// @tparam I2 another one
/// @tparam T the type that is accumulated
/// @param first1 the first element
/// @param last1 the end
/// @param first2 the first element of the second range
/// @param init goes in front
/// @return the sum
template <detail::paired_iterator I1, detail::input_iterator I2, class T>
[[nodiscard]] constexpr T transform_reduce(I1 first1, I1 last1, I2 first2, T init) {
    return detail::transform_ranges(detail::no_policy(), std::move(first1), std::move(last1),
                                    std::move(first2), std::move(init), std::plus<>(),
                                    std::multiplies<>());
}

/// The total of init and of what f makes of the pairs of elements of two ranges given by iterators.
/// @tparam I1 an iterator, of the host or a device's
/// @tparam I2 another one
/// @tparam T the type that is accumulated
/// @tparam Op a binary operator
/// @tparam F a function of an element of each range
/// @param first1 the first element
/// @param last1 the end
/// @param first2 the first element of the second range
/// @param init goes in front
/// @param op the operator
/// @param f the transform
/// @return the total
template <detail::paired_iterator I1, detail::input_iterator I2, class T, class Op, class F>
[[nodiscard]] constexpr T transform_reduce(I1 first1, I1 last1, I2 first2, T init, Op op, F f) {
    return detail::transform_ranges(detail::no_policy(), std::move(first1), std::move(last1),
                                    std::move(first2), std::move(init), std::move(op),
                                    std::move(f));
}

/// The total of init and of what f makes of the elements of a range.
/// @tparam R a range, of the host or a device's
/// @tparam T the type that is accumulated
/// @tparam Op a binary operator
/// @tparam F a function of one element
/// @param range its elements
/// @param init goes in front
/// @param op the operator
/// @param f the transform
/// @return the total
template <detail::input_range R, detail::not_a_sentinel_of<R> T, class Op, class F>
    requires detail::transforms_elements<F, detail::iterator_t<R>>
[[nodiscard]] constexpr T transform_reduce(R&& range, T init, Op op, F f) {
    return detail::transform_range(detail::no_policy(), detail::begin_of(range),
                                   detail::end_of(range), std::move(init), std::move(op),
                                   std::move(f));
}

/// The total of init and of what f makes of the pairs of elements of two ranges; without f, the sum
/// of their products.
/// @tparam R1 a range, of the host or a device's
/// @tparam R2 another one
/// @tparam T the type that is accumulated
/// @tparam Op a binary operator
/// @tparam F a function of an element of each range
/// @param range1 its elements
/// @param range2 as many elements
/// @param init goes in front
/// @param op the operator
/// @param f the transform
/// @return the total
template <detail::input_range R1, detail::input_range R2, class T, class Op = std::plus<>,
          class F = std::multiplies<>>
    requires detail::transforms_elements<F, detail::iterator_t<R1>, detail::iterator_t<R2>>
[[nodiscard]] constexpr T transform_reduce(R1&& range1, R2&& range2, T init, Op op = Op(),
                                           F f = F()) {
    return detail::transform_both(detail::no_policy(), range1, range2, std::move(init),
                                  std::move(op), std::move(f));
}

/// The total of init and of what f makes of the elements of a range given by two iterators, by a
/// strategy.
/// @tparam P a policy of reduce
/// @tparam I an iterator, of the host or a device's
/// @tparam T the type that is accumulated
/// @tparam Op a binary operator
/// @tparam F a function of one element
/// @param policy how and where
/// @param first the first element
/// @param last the end
/// @param init goes in front
/// @param op the operator
/// @param f the transform
/// @return the total
template <detail::reduce_policy P, detail::paired_iterator I, class T, class Op, class F>
    requires detail::transforms_elements<F, I>
[[nodiscard]] constexpr T transform_reduce(P const& policy, I first, I last, T init, Op op, F f) {
    return detail::transform_range(policy, std::move(first), std::move(last), std::move(init),
                                   std::move(op), std::move(f));
}

/// The total of init and of what f makes of the pairs of elements of two ranges given by iterators,
/// by a strategy; without f, the sum of their products.
/// @tparam P a policy of reduce
/// @tparam I1 an iterator, of the host or a device's
/// @tparam I2 another one
/// @tparam T the type that is accumulated
/// @tparam Op a binary operator
/// @tparam F a function of an element of each range
/// @param policy how and where
/// @param first1 the first element
/// @param last1 the end
/// @param first2 the first element of the second range
/// @param init goes in front
/// @param op the operator
/// @param f the transform
/// @return the total
template <detail::reduce_policy P, detail::paired_iterator I1, detail::input_iterator I2, class T,
          class Op = std::plus<>, class F = std::multiplies<>>
[[nodiscard]] constexpr T transform_reduce(P const& policy, I1 first1, I1 last1, I2 first2, T init,
                                           Op op = Op(), F f = F()) {
    return detail::transform_ranges(policy, std::move(first1), std::move(last1), std::move(first2),
                                    std::move(init), std::move(op), std::move(f));
}

/// The total of init and of what f makes of the elements of a range, by a strategy.
/// @tparam P a policy of reduce
/// @tparam R a range, of the host or a device's
/// @tparam T the type that is accumulated
/// @tparam Op a binary operator
/// @tparam F a function of one element
/// @param policy how and where
/// @param range its elements
/// @param init goes in front
/// @param op the operator
/// @param f the transform
/// @return the total
template <detail::reduce_policy P, detail::input_range R, detail::not_a_sentinel_of<R> T, class Op,
          class F>
    requires detail::transforms_elements<F, detail::iterator_t<R>>
[[nodiscard]] constexpr T transform_reduce(P const& policy, R&& range, T init, Op op, F f) {
    return detail::transform_range(policy, detail::begin_of(range), detail::end_of(range),
                                   std::move(init), std::move(op), std::move(f));
}

/// The total of init and of what f makes of the pairs of elements of two ranges, by a strategy;
/// without f, the sum of their products.
/// @tparam P a policy of reduce
/// @tparam R1 a range, of the host or a device's
/// @tparam R2 another one
/// @tparam T the type that is accumulated
/// @tparam Op a binary operator
/// @tparam F a function of an element of each range
/// @param policy how and where
/// @param range1 its elements
/// @param range2 as many elements
/// @param init goes in front
/// @param op the operator
/// @param f the transform
/// @return the total
template <detail::reduce_policy P, detail::input_range R1, detail::input_range R2, class T,
          class Op = std::plus<>, class F = std::multiplies<>>
    requires detail::transforms_elements<F, detail::iterator_t<R1>, detail::iterator_t<R2>>
[[nodiscard]] constexpr T transform_reduce(P const& policy, R1&& range1, R2&& range2, T init,
                                           Op op = Op(), F f = F()) {
    return detail::transform_both(policy, range1, range2, std::move(init), std::move(op),
                                  std::move(f));
}

/// @}

/// @cond internal
// What is not a policy of reduce is told which there are.
template <detail::not_a_policy X, class Range, class... Rest>
    requires(detail::input_range<Range> || detail::input_iterator<Range>)
constexpr detail::any_result transform_reduce(X const&, Range const&, Rest const&...) {
    detail::require_policy_of_reduce<X, detail::strategies>();
    return {};
}
/// @endcond

} // namespace gpu::inline v0
