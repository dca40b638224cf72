// SPDX-License-Identifier: Apache-2.0
/// @file
/// reduce: `std::reduce` on any device, in the same order on all of them.
#pragma once

#include <gpualgo/detail/mixed_ends.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/reduce_range.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/policy.hpp>

#include <iterator>
#include <utility>

namespace gpu::inline v0 {

/// @defgroup reduce Reduction
/// `op(... op(op(init, x0), x1) ..., xn)` for an associative and commutative operator, as
/// `std::reduce`.
///
/// @par Template parameters
/// P: a policy of gpualgo/policy.hpp. I, R: an iterator or a range, of the host or of a device. T:
/// the type that is accumulated. Op: a binary operator.
/// @par Requires
/// A range is anything with a `begin` and an `end`. Iterators are those of C++17 or of C++20; they
/// need be neither default constructible nor assignable. T and op need no more than `std::reduce`
/// requires. T can be moved; op of any two elements or totals, in any order, converts to T
/// implicitly. Op's parameters may be lvalue references. It changes neither its operands nor the
/// range. With a policy, several threads may use op and the iterators at once. Ranges on devices
/// need a precompiled operator and precompiled types; otherwise a compile error lists them.
/// @par Effects
/// Reads every element once and fills the policy's report. An empty range calls no operator.
/// @par Where it runs
/// A range on a device: on that device. A range of the host: on the device of `.on(device)`.
/// Without `.on`, a named strategy runs on `device::preferred()`, everything else on the host.
/// Operators or types that are not precompiled run on the host; expressions also on the device of
/// `.on(device)`, see @ref expressions. The host uses all cores, but without a policy, operators or
/// types that are not precompiled run in the calling thread. Short vectors are reduced inline,
/// without a call of the library.
/// @par Returns
/// The total, of the type of init, or of the elements' type without init. That is also the type
/// that is accumulated: elements are converted to it implicitly on load. By default init is a
/// value-initialised element and op is `std::plus<>`. Precompiled integer operators wrap. A NaN is
/// the positive quiet one. An empty range returns init unchanged.
/// @par Throws
/// All with the strong guarantee.
/// - `std::invalid_argument`, before anything runs, for a range on another device than
///   `.on(device)` says
/// - `std::invalid_argument`, before anything runs, for options that the policy does not have, or a
///   block size outside 1 to 1024
/// - `gpu::no_device` if the requested device cannot be used
/// - `gpu::unsupported_operator` if `.on(device)` asks for a device, and operator or types are
///   neither precompiled nor expressions of numbers (with `vendor`: not precompiled for CUB)
/// - the same if it asks for a device, and functions that are no expressions make the elements of a
///   view from elements of another size
/// - `gpu::unsupported_operator` for `vendor` on the simulated device
/// - `gpu::out_of_memory` and `std::bad_alloc` if there is no memory for scratch
/// - `gpu::error` if the device fails
/// - what op or an iterator throws: with a policy, the first exception in the order of the elements
/// @par Thread safety
/// May be called from several threads at once, also on the same range.
/// @par Stream behaviour
/// Waits for the device: returns when the result is available.
/// @par Determinism
/// Without a policy or with `automatic`, evaluates one expression, which depends only on the
/// values, their number and their type (kernel/reduce/canonical.hpp). Precompiled operators then
/// give the same bits on every device and for any number of threads. Neither the program's compiler
/// flags nor the caller's floating-point environment change these bits. Operators that are not
/// precompiled are evaluated by the program in the same order, but their bits also depend on its
/// compiler flags. Named strategies give the same bits in each run on one kind of device with one
/// block size, `vendor` as far as CUB promises it. Single-pass ranges whose elements can be neither
/// copied nor moved are folded from left to right.
/// @par Memory
/// Allocates nothing if precompiled operators reduce contiguous ranges of the host on the host.
/// Other reductions on the host allocate one total per segment of 8 KiB, and use 8 KiB of stack.
/// Other devices need scratch, at most a few elements per block, and a copy of a range of the host.
/// Single-pass ranges are copied, if their elements can be.
/// @par Constant expressions
/// Ranges of the host may be reduced in constant expressions, to the same bits.
/// @{

// Without a policy, iterators have one overload per number of arguments. Only if all other
// parameters are the same does overload resolution prefer these to std::reduce as more constrained.

/// Reduces a range given by two iterators.
/// @return the total
/// @param first the first element
/// @param last the end
template <detail::paired_iterator I>
[[nodiscard]] constexpr std::iter_value_t<I> reduce(I first, I last) {
    return detail::reduce_range(detail::no_policy(), std::move(first), std::move(last),
                                std::iter_value_t<I>(), std::plus<>());
}

/// @copydoc reduce(I, I)
/// @param init the initial value
template <detail::paired_iterator I, class T>
[[nodiscard]] constexpr detail::value_given<T> reduce(I first, I last, T init) {
    return detail::reduce_range(detail::no_policy(), std::move(first), std::move(last),
                                std::move(init), std::plus<>());
}

/// @copydoc reduce(I, I, T)
/// @param op the operator
template <detail::paired_iterator I, class T, class Op>
[[nodiscard]] constexpr detail::value_given<T> reduce(I first, I last, T init, Op op) {
    return detail::reduce_range(detail::no_policy(), std::move(first), std::move(last),
                                std::move(init), std::move(op));
}

/// Reduces a range.
/// @return the total
/// @param range the elements
/// @param init the initial value
/// @param op the operator
template <detail::input_range R, detail::not_a_sentinel_of<R> T = detail::range_value_t<R>,
          class Op = std::plus<>>
[[nodiscard]] constexpr detail::value_given<T> reduce(R&& range, T init = T(), Op op = Op()) {
    return detail::reduce_range(detail::no_policy(), detail::begin_of(range), detail::end_of(range),
                                std::move(init), std::move(op));
}

/// @copydoc reduce(I, I, T, Op)
/// @param policy the strategy and its options
template <detail::reduce_policy P, detail::paired_iterator I, class T = std::iter_value_t<I>,
          class Op = std::plus<>>
[[nodiscard]] constexpr detail::value_given<T> reduce(P const& policy, I first, I last,
                                                      T init = T(), Op op = Op()) {
    return detail::reduce_range(policy, std::move(first), std::move(last), std::move(init),
                                std::move(op));
}

/// @copydoc reduce(R&&, T, Op)
/// @param policy the strategy and its options
template <detail::reduce_policy P, detail::input_range R,
          detail::not_a_sentinel_of<R> T = detail::range_value_t<R>, class Op = std::plus<>>
[[nodiscard]] constexpr detail::value_given<T> reduce(P const& policy, R&& range, T init = T(),
                                                      Op op = Op()) {
    return detail::reduce_range(policy, detail::begin_of(range), detail::end_of(range),
                                std::move(init), std::move(op));
}

/// @}

/// @cond internal
// Both ends have one type: compilers print this line.
template <class... Arguments>
    requires detail::mixed_ends<Arguments...>
constexpr void reduce(Arguments&&...) = delete; // not v.begin(), v.cend()

// If the first argument is not a policy of reduce, a compile error lists these policies.
template <detail::not_a_policy X, class Range, class... Rest>
    requires(detail::input_range<Range> || detail::input_iterator<Range>)
constexpr detail::any_result reduce(X const&, Range const&, Rest const&...) {
    detail::require_policy_of_reduce<X>();
    return {};
}

// Otherwise `reduce(std::execution::par, v.begin(), v.end())` would find std::reduce, which reads
// a device element by element.
template <detail::not_a_policy X, class E, class T = int, class Op = std::plus<>>
constexpr detail::any_result reduce(X const&, device_iterator<E>, device_iterator<E>, T = T(),
                                    Op = Op()) {
    detail::require_policy_of_reduce<X>();
    return {};
}
/// @endcond

} // namespace gpu::inline v0
