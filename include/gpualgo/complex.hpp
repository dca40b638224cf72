// SPDX-License-Identifier: Apache-2.0
/// @file
/// `std::complex<float>` and `std::complex<double>` are precompiled where this is included. Apart
/// from the umbrella header, because
/// `<complex>` takes long to compile.
#pragma once

#include <gpualgo/abi/reduce_lists.hpp>

#include <complex>
#include <type_traits>

namespace gpu::inline v0 {

/// @defgroup complex Complex numbers
/// With this header, `reduce` and `reduce_into` have kernels for `std::complex<float>` and
/// `std::complex<double>`, by all policies and on all devices, for `std::plus` and
/// `std::multiplies`. There is nothing to call: the functions of @ref reduce take them as they take
/// `float`.
///
/// @par Requires
/// The header in every file of a program that reduces complex numbers, or in none: a function
/// template must be the same everywhere.
/// @par Effects
/// Totals of `std::complex<float>` are computed in their own type, or in `std::complex<double>`
/// where init is of that. Products are (ac - bd, ad + bc), without an fma, and without the second
/// look at NaNs of the standard library's operator: a product with an infinity may have NaNs for
/// parts. Other operators refuse complex numbers; they have no order.
/// @par Determinism
/// By `gpu::automatic`, the same bits on every device, in the order of
/// gpualgo/kernel/canonical.hpp. Each part of a result that is NaN is the positive quiet one
/// without payload.
/// @par Memory
/// Elements are read where they lie, at any address that they may have: vectors of them need not
/// begin at multiples of 8 or 16 bytes.
///
/// Without this header, and for other operators and parts, complex numbers are reduced on the host
/// by the operator as it is. The functions `transform_reduce` and `mean` have no kernels for them:
/// the first takes ranges of the host, the second takes none.

/// @cond internal
namespace detail {

template <>
struct listed_type<std::complex<float>> {
    using type = kernel::complex<float>;
};
template <>
struct listed_type<std::complex<double>> {
    using type = kernel::complex<double>;
};

/// Memory is read as that of the other type.
template <class T, class U>
inline constexpr bool are_alike =
    !(sizeof(T) != sizeof(U) || alignof(T) != alignof(U) || !std::is_trivially_copyable_v<T> ||
      !std::is_trivially_copyable_v<U>);
static_assert(are_alike<std::complex<float>, kernel::complex<float>> &&
              are_alike<std::complex<double>, kernel::complex<double>>);

} // namespace detail
/// @endcond

} // namespace gpu::inline v0
