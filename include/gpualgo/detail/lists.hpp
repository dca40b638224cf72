// SPDX-License-Identifier: Apache-2.0
/// @file
/// The lists: every type, operator and strategy that is precompiled, and which combinations are.
///
/// A place in a list is a number in requests: lists are only ever appended to.
#pragma once

#include <gpualgo/bfloat16.hpp>
#include <gpualgo/half.hpp>
#include <gpualgo/kernel/operators.hpp>
#include <gpualgo/policy.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

/// A list of types.
template <class... Xs>
struct list {
    static constexpr std::size_t size = sizeof...(Xs); ///< how many
};

/// The place of X in a list; the list's size where X is not in it.
template <class X, class List>
inline constexpr std::size_t place_of = 0;
template <class X, class... Xs>
inline constexpr std::size_t place_of<X, list<Xs...>> = [] {
    std::size_t place = 0;
    (void)((std::is_same_v<X, Xs> || (++place, false)) || ...);
    return place;
}();

template <class X, class List>
inline constexpr bool in_list = place_of<X, List> < List::size;

/// Those that are numbers of a line: with an order, and true or false.
using real_types = list<std::int32_t, std::int64_t, float, double, std::int8_t, std::int16_t,
                        std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, half, bfloat16>;

/// A list with more behind it.
template <class List, class... More>
struct appended;
template <class... Xs, class... More>
struct appended<list<Xs...>, More...> {
    using type = list<Xs..., More...>;
};

/// The types, of values and of accumulators.
using types = appended<real_types, kernel::complex<float>, kernel::complex<double>>::type;

/// The operators.
using operators =
    list<kernel::plus, kernel::minimum, kernel::maximum, kernel::multiplies, kernel::bit_and,
         kernel::bit_or, kernel::bit_xor, kernel::logical_and, kernel::logical_or>;

/// The strategies of reduce.
using strategies =
    list<policy::automatic, policy::neighbored, policy::neighbored_less, policy::interleaved,
         policy::bank_conflict_free, policy::cg_tile<1>, policy::cg_tile<2>, policy::cg_tile<4>,
         policy::cg_tile<8>, policy::cg_tile<16>, policy::cg_tile<32>, policy::warp_shuffle,
         policy::vendor>;

/// What the vendor's reduction, CUB, is compiled for: totals of these types, by these operators.
using vendor_types = list<std::int32_t, std::int64_t, std::uint32_t, std::uint64_t, float, double>;
using vendor_operators = list<kernel::plus, kernel::minimum, kernel::maximum>;

/// The type that stands for T in lists: `long long` and `long` are both `std::int64_t`. Sums of
/// bool are not integers.
template <class T>
struct listed_type {
    using type = T;
};
template <std::integral T>
    requires(!std::same_as<T, bool> && sizeof(T) <= 8)
struct listed_type<T> {
    using of_size = std::conditional_t<
        sizeof(T) == 1, std::int8_t,
        std::conditional_t<sizeof(T) == 2, std::int16_t,
                           std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>>;
    using type =
        std::conditional_t<std::signed_integral<T>, of_size, std::make_unsigned_t<of_size>>;
};

/// The type that stands for T in lists; T itself where none does.
template <class T>
using as_listed = typename listed_type<T>::type;

/// A number of 16 bits, which is stored but not computed with.
template <class T>
inline constexpr bool is_small_float = std::same_as<T, half> || std::same_as<T, bfloat16>;

/// What a total of type T is computed in: small floats in float, and rounded once.
template <class T>
using computed_as = std::conditional_t<is_small_float<T>, float, T>;

/// Whether an operator takes accumulators of type T.
template <class Op, class T>
inline constexpr bool takes = std::invocable<Op, computed_as<T>, computed_as<T>>;

/// Whether an accumulator takes every value of an element without loss, and sums of them in the way
/// users mean.
template <class Value, class Accumulator>
consteval bool is_listed_pair() {
    if constexpr (!in_list<Value, types> || !in_list<Accumulator, types>) return false;
    else if constexpr (std::same_as<Value, Accumulator>) return true;
    else if constexpr (is_small_float<Value>) return std::same_as<Accumulator, float>;
    else if constexpr (is_small_float<Accumulator>) return false;
    else if constexpr (kernel::is_complex<Value> || kernel::is_complex<Accumulator>)
        return kernel::is_complex<Value> && kernel::is_complex<Accumulator> &&
               sizeof(Value) < sizeof(Accumulator);
    else if constexpr (std::floating_point<Value>)
        return std::floating_point<Accumulator> && sizeof(Value) < sizeof(Accumulator);
    else if constexpr (std::same_as<Accumulator, double>) return sizeof(Value) <= 4;
    else if constexpr (std::floating_point<Accumulator>) return false;
    else
        return sizeof(Value) < sizeof(Accumulator) &&
               (std::signed_integral<Accumulator> || std::unsigned_integral<Value>);
}

/// A pair of a value's and an accumulator's type that is precompiled.
template <class Value, class Accumulator>
inline constexpr bool listed_pair = is_listed_pair<Value, Accumulator>();

/// Whether the vendor's reduction makes totals of type T by Op.
template <class T, class Op>
inline constexpr bool is_vendors =
    in_list<computed_as<T>, vendor_types>&& in_list<Op, vendor_operators>;

/// Whether a policy makes totals of a listed type by a listed operator: all do but for the
/// vendor's.
template <class Policy, class T, class Op>
inline constexpr bool serves =
    !std::same_as<Policy, policy::vendor> || is_vendors<as_listed<T>, Op>;

/// Whether a kernel is compiled: all pairs for `automatic`; a named strategy is given converted
/// values.
template <class Strategy, class Value, class Accumulator, class Op>
consteval bool is_compiled() {
    if constexpr (!in_list<Strategy, strategies> || !in_list<Op, operators>) return false;
    else if constexpr (!listed_pair<Value, Accumulator> || !takes<Op, Accumulator> ||
                       is_small_float<Accumulator>)
        return false;
    else
        return std::same_as<Strategy, policy::automatic> ||
               (std::same_as<Value, Accumulator> && serves<Strategy, Accumulator, Op>);
}

/// A combination that has a kernel.
template <class Strategy, class Value, class Accumulator, class Op>
inline constexpr bool compiled = is_compiled<Strategy, Value, Accumulator, Op>();

/// Integers whose kernel serves T too: but for the order of numbers, the sign makes no difference.
template <class Op, class T>
struct kernel_type_of {
    using type = T;
};
template <class Op, std::unsigned_integral T>
    requires(!std::same_as<Op, kernel::minimum> && !std::same_as<Op, kernel::maximum>)
struct kernel_type_of<Op, T> {
    using type = std::make_signed_t<T>;
};

/// What a kernel for accumulators of type T is compiled for.
template <class Op, class T>
using kernel_type = typename kernel_type_of<Op, T>::type;

/// What a kernel for elements of type Value is compiled for: where they are converted, the sign
/// does make a difference.
template <class Op, class Value, class T>
using kernel_value = std::conditional_t<std::same_as<Value, T>, kernel_type<Op, Value>, Value>;

} // namespace gpu::inline v0::detail
