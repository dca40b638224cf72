// SPDX-License-Identifier: Apache-2.0
/// @file
/// The lists of reduce: the operators, strategies and combinations that are precompiled.
///
/// Requests carry indices in these lists: new entries are only appended.
#pragma once

#include <gpualgo/abi/type_list.hpp>
#include <gpualgo/abi/types.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/kernel/operators.hpp>
#include <gpualgo/policy.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The operators: the callables that users pass, and the operators that kernels apply.
using operator_map =
    type_map<entry<std::plus<>, kernel::plus>, entry<minimum<>, kernel::minimum>,
             entry<maximum<>, kernel::maximum>, entry<std::multiplies<>, kernel::multiplies>,
             entry<std::bit_and<>, kernel::bit_and>, entry<std::bit_or<>, kernel::bit_or>,
             entry<std::bit_xor<>, kernel::bit_xor>, entry<std::logical_and<>, kernel::logical_and>,
             entry<std::logical_or<>, kernel::logical_or>>;

using operators = operator_map::values;
using callables = operator_map::keys;

/// The strategies of reduce.
using strategies =
    type_list<policy::automatic, policy::neighbored, policy::neighbored_less, policy::interleaved,
              policy::bank_conflict_free, policy::cg_tile<1>, policy::cg_tile<2>,
              policy::cg_tile<4>, policy::cg_tile<8>, policy::cg_tile<16>, policy::cg_tile<32>,
              policy::warp_shuffle, policy::vendor>;

/// The types of totals and the operators for which the vendor's reduction, CUB, is compiled.
using vendor_types =
    type_list<std::int32_t, std::int64_t, std::uint32_t, std::uint64_t, float, double>;
using vendor_operators = type_list<kernel::plus, kernel::minimum, kernel::maximum>;

/// Whether an operator takes accumulators of type T.
template <class Op, class T>
inline constexpr bool accepts = std::invocable<Op, computed_as<T>, computed_as<T>>;

/// The key of a callable in maps: for operands of type T, the key of `std::plus<T>` is
/// `std::plus<>`. `std::plus<Other>` is an ordinary callable.
template <class F, class T>
struct unrestricted {
    using type = F;
};
template <template <class> class Callable, class T>
    requires requires { typename Callable<void>; }
struct unrestricted<Callable<T>, T> {
    using type = Callable<void>;
};

/// The function object of a map that kernels apply for a callable to operands of type T; `void` if
/// there is none.
template <class F, class T, class Map>
using applied_for = mapped<typename unrestricted<std::remove_cvref_t<F>, T>::type, Map>;

/// The kernel's operator for a callable; `void` if it is not listed, or does not take T.
template <class Op, class T>
using listed_operator = std::conditional_t<accepts<applied_for<Op, T, operator_map>, as_listed<T>>,
                                           applied_for<Op, T, operator_map>, void>;

template <class... Operators>
auto callables_among(type_list<Operators...>) -> type_list<key_of<Operators, operator_map>...>;

/// The callables for some of the operators; for messages.
template <class Operators>
using callables_of = decltype(callables_among(Operators()));

/// Whether an accumulator holds every value of an element without loss, and their sums as users
/// expect.
template <class Value, class Accumulator>
consteval bool is_listed_pair() {
    if constexpr (!in_list<Value, types> || !in_list<Accumulator, types>) return false;
    else if constexpr (std::same_as<Value, Accumulator>) return true;
    else if constexpr (is_small_float<Value>) return std::same_as<Accumulator, computed_as<Value>>;
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

/// Whether a pair of element type and accumulator type is precompiled.
template <class Value, class Accumulator>
inline constexpr bool listed_pair = is_listed_pair<Value, Accumulator>();

/// Whether the vendor's reduction supports totals of type T by Op.
template <class T, class Op>
inline constexpr bool cub_supports =
    in_list<computed_as<T>, vendor_types>&& in_list<Op, vendor_operators>;

/// Whether a policy supports totals of a listed type by a listed operator. Only the vendor's does
/// not support all.
template <class Policy, class T, class Op>
inline constexpr bool is_supported =
    !std::same_as<Policy, policy::vendor> || cub_supports<as_listed<T>, Op>;

/// Whether a kernel is compiled: all pairs for `automatic`; named strategies get converted
/// elements.
template <class Strategy, class Value, class Accumulator, class Op>
consteval bool is_compiled() {
    if constexpr (!in_list<Strategy, strategies> || !in_list<Op, operators>) return false;
    else if constexpr (!listed_pair<Value, Accumulator> || !accepts<Op, Accumulator> ||
                       is_small_float<Accumulator>)
        return false;
    else
        return std::same_as<Strategy, policy::automatic> ||
               (std::same_as<Value, Accumulator> && is_supported<Strategy, Accumulator, Op>);
}

/// Whether a combination has a kernel.
template <class Strategy, class Value, class Accumulator, class Op>
inline constexpr bool compiled = is_compiled<Strategy, Value, Accumulator, Op>();

/// The type whose kernel is used for T. Most operators give the same bits for signed and unsigned
/// integers, which then share a kernel.
template <class Op, class T>
struct kernel_type_of {
    using type = T;
};
template <class Op, std::unsigned_integral T>
    requires std::derived_from<Op, kernel::same_for_either_sign>
struct kernel_type_of<Op, T> {
    using type = std::make_signed_t<T>;
};

/// The accumulator type of the kernel that is used for accumulators of type T.
template <class Op, class T>
using kernel_type = typename kernel_type_of<Op, T>::type;

/// The element type of the kernel that is used for elements of type Value. If they are converted,
/// signed and unsigned elements differ.
template <class Op, class Value, class T>
using kernel_value = std::conditional_t<std::same_as<Value, T>, kernel_type<Op, Value>, Value>;

} // namespace gpu::inline v0::detail
