// SPDX-License-Identifier: Apache-2.0
/// @file
/// Complex numbers for kernels, without `<complex>`.
///
/// Their layout in memory is that of `std::complex`. Products are (ac - bd, ad + bc), and every
/// operation is rounded separately. The operator of `std::complex` would test for NaNs and
/// recompute, and g++ would contract products and sums into an fma.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/separate_product.hpp>

#include <type_traits>

namespace gpu::inline v0::kernel {

/// A complex number of the standard library, or one like it.
template <class C>
concept has_parts = requires(C const& z) {
    z.real();
    z.imag();
};

/// A complex number.
/// @tparam T float or double
template <class T>
struct complex {
    T re; ///< real part
    T im; ///< imaginary part

    complex() = default; ///< uninitialized
    /// @param real part
    /// @param imaginary part
    GPUALGO_FUNCTION constexpr complex(T real, T imaginary) : re(real), im(imaginary) {}
    /// @param z a number with narrower parts
    template <class U>
    GPUALGO_FUNCTION constexpr explicit complex(complex<U> z)
        : re(static_cast<T>(z.re)), im(static_cast<T>(z.im)) {}
    /// @param z a number of the standard library
    template <has_parts C>
    constexpr explicit complex(C const& z)
        : re(static_cast<T>(z.real())), im(static_cast<T>(z.imag())) {}
    /// @return the number as one of the standard library
    template <has_parts C>
    constexpr explicit operator C() const {
        return C(re, im);
    }

    /// @return a + b
    [[nodiscard]] GPUALGO_FUNCTION friend constexpr complex operator+(complex a, complex b) {
        return {a.re + b.re, a.im + b.im};
    }
    /// @return a * b
    [[nodiscard]] GPUALGO_FUNCTION friend constexpr complex operator*(complex a, complex b) {
        return {separate_product(a.re, b.re) - separate_product(a.im, b.im),
                separate_product(a.re, b.im) + separate_product(a.im, b.re)};
    }
};

/// The type of the parts of a complex number; a real number is its own part.
template <class T>
struct part_of_type {
    using type = T; ///< the number
};
template <class T>
struct part_of_type<complex<T>> {
    using type = T; ///< a part
};
template <class T>
using part_of = typename part_of_type<T>::type;

/// Whether T is a complex number. These have no order and no truth value.
template <class T>
inline constexpr bool is_complex = false;
template <class T>
inline constexpr bool is_complex<complex<T>> = true;

/// Any type that is not a complex number.
template <class T>
concept not_complex = !is_complex<T>;

} // namespace gpu::inline v0::kernel
