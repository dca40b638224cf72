// SPDX-License-Identifier: Apache-2.0
/// @file
/// Makes `std::complex<float>` and `std::complex<double>` precompiled types. Not in the umbrella
/// header, because `<complex>` takes long to compile.
#pragma once

#include <gpualgo/abi/reduce_lists.hpp>

#include <complex>
#include <type_traits>

namespace gpu::inline v0 {

/// @defgroup complex Complex numbers
/// With this header, `reduce` and `reduce_into` have kernels for `std::complex<float>` and
/// `std::complex<double>`. All policies and all devices have them, for `std::plus` and
/// `std::multiplies`. So have scans by `automatic`. All are called as for `float`.
///
/// @par Requires
/// All files of a program that reduce complex numbers include the header, or none does. The
/// definition of a function template must be the same everywhere.
/// @par Effects
/// `std::complex<float>` is accumulated in its own type, or in `std::complex<double>` if init has
/// that type. Products are (ac - bd, ad + bc) without an fma. The standard library's correction of
/// NaN products is left out: a product with an infinity may have NaN parts. Other operators refuse
/// complex numbers, which have no order.
/// @par Determinism
/// With `gpu::automatic` the same bits on every device, in the order of
/// gpualgo/kernel/reduce/canonical.hpp. Real or imaginary parts that are NaN become the positive
/// quiet NaN without payload.
/// @par Memory
/// Elements are read in place. They need only their own alignment, not one of 8 or 16 bytes.
///
/// Without this header, and for other operators and other types of parts, complex numbers are
/// reduced on the host by the operator itself. `transform_reduce` and `mean` have no kernels for
/// them: `transform_reduce` takes ranges of the host, `mean` takes none.

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

/// Whether memory of one type may be read as the other.
template <class T, class U>
inline constexpr bool are_alike =
    !(sizeof(T) != sizeof(U) || alignof(T) != alignof(U) || !std::is_trivially_copyable_v<T> ||
      !std::is_trivially_copyable_v<U>);
static_assert(are_alike<std::complex<float>, kernel::complex<float>> &&
              are_alike<std::complex<double>, kernel::complex<double>>);

} // namespace detail
/// @endcond

} // namespace gpu::inline v0
