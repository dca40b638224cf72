// SPDX-License-Identifier: Apache-2.0
/// @file
/// The operations of gpu::transform that are precompiled.
#pragma once

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/kernel/elementwise/operations.hpp>
#include <gpualgo/kernel/transforms.hpp>

#include <concepts>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The operations on one element, and on two: the callables that users pass, and the function
/// objects that kernels apply. Requests carry indices in these lists: new entries are only
/// appended.
using unary_operation_map =
    type_map<entry<std::identity, kernel::identity>, entry<std::negate<>, kernel::negate>,
             entry<square<>, kernel::square>, entry<absolute<>, kernel::absolute>>;
using binary_operation_map =
    type_map<entry<std::plus<>, kernel::plus>, entry<std::minus<>, kernel::minus>,
             entry<std::multiplies<>, kernel::multiplies>, entry<minimum<>, kernel::minimum>,
             entry<maximum<>, kernel::maximum>,
             entry<squared_difference<>, kernel::squared_difference>,
             entry<std::bit_and<>, kernel::bit_and>, entry<std::bit_or<>, kernel::bit_or>,
             entry<std::bit_xor<>, kernel::bit_xor>>;

using unary_operations = unary_operation_map::values;
using binary_operations = binary_operation_map::values;

/// Whether an operation takes operands that are computed in type C.
template <class Operation, class C>
inline constexpr bool takes_operands =
    std::invocable<Operation, C> || std::invocable<Operation, C, C>;

/// The operation that kernels apply for a callable on elements of a listed type T; `void` if there
/// is none.
template <class F, class T, class Map>
using elementwise_operation =
    std::conditional_t<in_list<as_listed<T>, real_types> &&
                           takes_operands<applied_for<F, T, Map>, computed_as<as_listed<T>>>,
                       applied_for<F, T, Map>, void>;

} // namespace gpu::inline v0::detail
