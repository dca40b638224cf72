// SPDX-License-Identifier: Apache-2.0
/// @file
/// The precompiled transforms of transform_reduce, and their operators and types.
#pragma once

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/kernel/transforms.hpp>

#include <concepts>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The transforms of one element or of two: the callables that users pass, and those that kernels
/// apply. `identity` is only for pairs of types that plain reductions do not support. Requests
/// carry indices in this list: new entries are only appended.
using transform_map =
    type_map<entry<std::identity, kernel::identity>, entry<std::negate<>, kernel::negate>,
             entry<square<>, kernel::square>, entry<absolute<>, kernel::absolute>,
             entry<std::multiplies<>, kernel::multiplies>,
             entry<squared_difference<>, kernel::squared_difference>,
             entry<std::equal_to<>, kernel::equal_to>>;

using transforms = transform_map::values;

/// The kernel's transform for a callable; `void` if it is not listed.
template <class F, class T>
using transform_for = applied_for<F, T, transform_map>;

/// The operators that reduce transformed elements.
using transform_operators = type_list<kernel::plus, kernel::minimum, kernel::maximum>;

/// Whether a transform takes one element, not two.
template <class F>
inline constexpr bool is_unary = std::invocable<F, int>;

/// Whether a transform converts elements to an accumulator that may lose digits: means of 64-bit
/// integers.
template <class Value, class T, class F>
inline constexpr bool is_lossy_pair = false;
template <std::integral Value>
    requires(sizeof(Value) == 8)
inline constexpr bool is_lossy_pair<Value, double, kernel::identity> = in_list<Value, types>;

/// Whether a reduction by Op of the results of F is precompiled, for accumulators that are computed
/// in T. `plus` takes all transforms and listed pairs. `minimum` and `maximum` take transforms of
/// single elements of the accumulator's type.
template <class Value, class T, class Op, class F>
consteval bool is_listed_transform() {
    constexpr bool selects = std::same_as<Op, kernel::minimum> || std::same_as<Op, kernel::maximum>;
    if constexpr (!in_list<F, transforms>) return false;
    else if constexpr (std::same_as<F, kernel::identity>)
        return is_lossy_pair<Value, T, F> && std::same_as<Op, kernel::plus>;
    else if constexpr (!listed_pair<Value, T> || kernel::is_complex<Value> ||
                       (std::same_as<F, kernel::absolute> && std::unsigned_integral<Value>))
        return false;
    else if constexpr (selects)
        return is_unary<F> && (std::same_as<Value, T> || is_small_float<Value>);
    else return std::same_as<Op, kernel::plus>;
}

/// Whether a reduction of transformed elements is precompiled.
template <class Value, class T, class Op, class F>
inline constexpr bool listed_transform = is_listed_transform<Value, T, Op, F>();

/// Whether kernels of it are compiled. Types that are computed in another type use that one's.
template <class Value, class T, class Op, class F>
inline constexpr bool compiled_transform = listed_transform<Value, T, Op, F> && !is_small_float<T>;

/// Whether a reduction of the results of a callable is precompiled.
template <class Value, class T, class Op, class F>
inline constexpr bool precompiled_transform =
    listed_transform<as_listed<Value>, as_listed<T>, listed_operator<Op, T>, transform_for<F, T>>;

} // namespace gpu::inline v0::detail
