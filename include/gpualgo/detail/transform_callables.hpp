// SPDX-License-Identifier: Apache-2.0
/// @file
/// From what users write for transforms to those that are precompiled.
#pragma once

#include <gpualgo/detail/transform_lists.hpp>
#include <gpualgo/functional.hpp>

#include <type_traits>

namespace gpu::inline v0::detail {

/// The kernel's transform for a callable of the standard library or of this one; `void` where there
/// is none.
template <template <class> class Callable>
struct kernel_transform {
    using type = void;
};
template <>
struct kernel_transform<std::negate> {
    using type = kernel::negate;
};
template <>
struct kernel_transform<square> {
    using type = kernel::square;
};
template <>
struct kernel_transform<absolute> {
    using type = kernel::absolute;
};
template <>
struct kernel_transform<std::multiplies> {
    using type = kernel::multiplies;
};
template <>
struct kernel_transform<squared_difference> {
    using type = kernel::squared_difference;
};
template <>
struct kernel_transform<std::equal_to> {
    using type = kernel::equal_to;
};

/// The kernel's transform for a callable, or `void` where it is not listed. `negate<Other>` is an
/// ordinary callable.
template <class F, class Accumulator>
struct transform_of {
    using type = void;
};
template <class Accumulator>
struct transform_of<std::identity, Accumulator> {
    using type = kernel::identity;
};
template <template <class> class Callable, class T, class Accumulator>
    requires(std::is_void_v<T> || std::is_same_v<T, Accumulator>)
struct transform_of<Callable<T>, Accumulator> : kernel_transform<Callable> {};

template <class F, class Accumulator>
using transform_for = typename transform_of<std::remove_cvref_t<F>, Accumulator>::type;

/// What users write for the listed transforms; for messages.
using transform_callables = list<std::identity, std::negate<>, square<>, absolute<>,
                                 std::multiplies<>, squared_difference<>, std::equal_to<>>;

template <class... Callables>
consteval bool are_transforms(list<Callables...>) {
    return std::is_same_v<list<transform_for<Callables, int>...>, transforms>;
}
static_assert(are_transforms(transform_callables{}),
              "transform_callables must be what users write for transforms, in their order");

/// The operators that reduce what is transformed; for messages.
using transform_operator_callables = list<std::plus<>, minimum<>, maximum<>>;

/// Whether a reduction of what a callable makes of elements is precompiled.
template <class Value, class T, class Op, class F>
inline constexpr bool precompiled_transform =
    listed_transform<as_listed<Value>, as_listed<T>, listed_operator<Op, T>, transform_for<F, T>>;

} // namespace gpu::inline v0::detail
