// SPDX-License-Identifier: Apache-2.0
/// @file
/// reduce: `std::reduce` on any device, and in one order on all of them.
#pragma once

#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/reduce_range.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/policy.hpp>

#include <iterator>
#include <utility>

namespace gpu::inline v0 {

/// @defgroup reduce Reduction
/// `op(... op(op(init, x0), x1) ..., xn)` for an operator that is associative and commutative, as
/// `std::reduce`.
///
/// @par Requires
/// The elements are in `[first, last)`, or in a range: anything with a `begin` and an `end`.
/// Iterators are those of C++17 or of C++20; they need be neither default constructible nor
/// assignable. Init and op need do no more than `std::reduce` requires: T can be moved, and op of
/// any two of elements and totals, in any order, converts to T implicitly. Op may take lvalues
/// only. It changes neither its operands nor the range. A policy is one of those that are listed in
/// gpualgo/policy.hpp; with one, op and the iterators may be used by several threads at once.
/// Ranges on devices need an operator and types that are precompiled; otherwise the compiler lists
/// those that are.
/// @par Effects
/// Reads every element once, fills the policy's report, and nothing else. An empty range calls no
/// operator.
/// @par Where it runs
/// A range on a device: there. A range of the host: on the device of `.on(device)`; else on all
/// cores of the host without a policy or with `automatic`, and on `device::preferred()` with a
/// named strategy. An operator or types that are not precompiled: on the host, in the calling
/// thread without a policy, on all cores with one. What few elements of a vector come to is
/// computed by the program itself, without a call of the library.
/// @par Returns
/// The total, of the type of init (of the range's elements where there is none), which is also the
/// type that is accumulated: elements are implicitly converted to it on load. The default of init
/// is a value-initialised element, and that of op `std::plus<>`. Integers of precompiled operators
/// wrap; a NaN is the positive quiet one. An empty range returns init as it is.
/// @par Throws
/// All with the strong guarantee.
/// - `std::invalid_argument` for options that the policy does not have, a block size that is not 1
/// to 1024, or a range on
///   another device than `.on(device)` says; before anything runs
/// - `gpu::no_device` where the device asked for cannot be used
/// - `gpu::unsupported_operator` for operators or types that are not precompiled (by `vendor`: that
/// CUB is not precompiled for), on
///   a device asked for with `.on(device)`; and for `vendor` on the simulated device
/// - `gpu::out_of_memory` and `std::bad_alloc` where there is no memory for scratch
/// - `gpu::error` where the device fails
/// - what op or an iterator throws: with a policy, of several exceptions the one of the foremost
/// elements
/// @par Thread safety
/// May be called from several threads at once, also on the same range.
/// @par Stream behaviour
/// Returns when the result is there: waits for the device.
/// @par Determinism
/// Without a policy or with `automatic`: one expression that depends on the values, their number
/// and their type only (see kernel/canonical.hpp); with precompiled operators the same bits on
/// every device and for any number of threads. Named strategies: the same bits on each run on a
/// kind of device with a block size, as CUB promises it for `vendor`. Operators that are not
/// precompiled are evaluated by the program: in the same order, but their bits also depend on the
/// flags that the program is compiled with. Those of precompiled operators depend neither on these
/// flags nor on the caller's floating-point environment, wherever the elements are. Elements that
/// can be read only once, and neither copied nor moved, are folded from left to right.
/// @par Memory
/// None is allocated for contiguous ranges of the host that precompiled operators reduce on the
/// host. On other devices, scratch of at most a few elements a block, and a copy of a range of the
/// host. Otherwise on the host, a total for each segment of 8 KiB, and 8 KiB of the stack. Ranges
/// that can be read only once are copied, if their elements can be.
/// @par Constant expressions
/// Ranges of the host may be reduced in constant expressions, to the same bits.
/// @{

// Without a policy, iterators have an overload for each number of arguments: overload resolution
// compares them with those of std::reduce, and finds them to be more constrained only where all
// else is the same.

/// The sum of a range given by two iterators.
/// @tparam I an iterator, of the host or a device's
/// @param first the first element
/// @param last the end
/// @return the sum
template <detail::paired_iterator I>
[[nodiscard]] constexpr std::iter_value_t<I> reduce(I first, I last) {
    return detail::reduce_range(detail::no_policy(), std::move(first), std::move(last),
                                std::iter_value_t<I>(), std::plus<>());
}

/// The sum of init and a range given by two iterators.
/// @tparam I an iterator, of the host or a device's
/// @tparam T the type that is accumulated
/// @param first the first element
/// @param last the end
/// @param init goes in front
/// @return the sum
template <detail::paired_iterator I, class T>
[[nodiscard]] constexpr T reduce(I first, I last, T init) {
    return detail::reduce_range(detail::no_policy(), std::move(first), std::move(last),
                                std::move(init), std::plus<>());
}

/// The total of init and a range given by two iterators.
/// @tparam I an iterator, of the host or a device's
/// @tparam T the type that is accumulated
/// @tparam Op a binary operator
/// @param first the first element
/// @param last the end
/// @param init goes in front
/// @param op the operator
/// @return the total
template <detail::paired_iterator I, class T, class Op>
[[nodiscard]] constexpr T reduce(I first, I last, T init, Op op) {
    return detail::reduce_range(detail::no_policy(), std::move(first), std::move(last),
                                std::move(init), std::move(op));
}

/// The total of init and a range.
/// @tparam R a range, of the host or a device's
/// @tparam T the type that is accumulated
/// @tparam Op a binary operator
/// @param range its elements
/// @param init goes in front
/// @param op the operator
/// @return the total
template <detail::input_range R, detail::not_a_sentinel_of<R> T = detail::range_value_t<R>,
          class Op = std::plus<>>
[[nodiscard]] constexpr T reduce(R&& range, T init = T(), Op op = Op()) {
    return detail::reduce_range(detail::no_policy(), detail::begin_of(range), detail::end_of(range),
                                std::move(init), std::move(op));
}

/// The total of init and a range given by two iterators, by a strategy.
/// @tparam P a policy
/// @tparam I an iterator, of the host or a device's
/// @tparam T the type that is accumulated
/// @tparam Op a binary operator
/// @param policy how and where
/// @param first the first element
/// @param last the end
/// @param init goes in front
/// @param op the operator
/// @return the total
template <detail::reduce_policy P, detail::paired_iterator I, class T = std::iter_value_t<I>,
          class Op = std::plus<>>
[[nodiscard]] constexpr T reduce(P const& policy, I first, I last, T init = T(), Op op = Op()) {
    return detail::reduce_range(policy, std::move(first), std::move(last), std::move(init),
                                std::move(op));
}

/// The total of init and a range, by a strategy.
/// @tparam P a policy
/// @tparam R a range, of the host or a device's
/// @tparam T the type that is accumulated
/// @tparam Op a binary operator
/// @param policy how and where
/// @param range its elements
/// @param init goes in front
/// @param op the operator
/// @return the total
template <detail::reduce_policy P, detail::input_range R,
          detail::not_a_sentinel_of<R> T = detail::range_value_t<R>, class Op = std::plus<>>
[[nodiscard]] constexpr T reduce(P const& policy, R&& range, T init = T(), Op op = Op()) {
    return detail::reduce_range(policy, detail::begin_of(range), detail::end_of(range),
                                std::move(init), std::move(op));
}

/// @}

/// @cond internal
// What is not a policy of reduce is told which there are.
template <detail::not_a_policy X, class Range, class... Rest>
    requires(detail::input_range<Range> || detail::input_iterator<Range>)
constexpr detail::any_result reduce(X const&, Range const&, Rest const&...) {
    detail::require_policy_of_reduce<X, detail::strategies>();
    return {};
}

// Without this, `reduce(std::execution::par, v.begin(), v.end())` would find std::reduce, and read
// a device by single elements.
template <detail::not_a_policy X, class E, class T = int, class Op = std::plus<>>
constexpr detail::any_result reduce(X const&, device_iterator<E>, device_iterator<E>, T = T(),
                                    Op = Op()) {
    detail::require_policy_of_reduce<X, detail::strategies>();
    return {};
}
/// @endcond

} // namespace gpu::inline v0
