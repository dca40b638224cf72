// SPDX-License-Identifier: Apache-2.0
/// @file
/// Complex numbers as kernels compute with them, without `<complex>`.
///
/// In memory they are those of the standard library. Products are (ac - bd, ad + bc), every
/// operation rounded by itself: the standard library's operator would look for NaNs and compute
/// anew, and g++ would contract products and sums into an fma.
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

    complex() = default; ///< a number without a value
    /// @param real part
    /// @param imaginary part
    GPUALGO_FUNCTION constexpr complex(T real, T imaginary) : re(real), im(imaginary) {}
    /// @param z a number of narrower parts
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

/// What a number consists of: itself, or the parts of a complex one.
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

/// Whether T is a complex number: without an order, and neither true nor false.
template <class T>
inline constexpr bool is_complex = false;
template <class T>
inline constexpr bool is_complex<complex<T>> = true;

/// A type of numbers that are compared, or of anything else that is not complex.
template <class T>
concept not_complex = !is_complex<T>;

} // namespace gpu::inline v0::kernel
