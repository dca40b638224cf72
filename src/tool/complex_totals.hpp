// SPDX-License-Identifier: Apache-2.0
/// @file
/// Totals of complex numbers to judge results by: see totals.hpp.
#pragma once

#include "totals.hpp"

#include <gpualgo/kernel/complex.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace tool {

/// A sum of complex numbers: one of real and one of imaginary parts.
struct complex_sum_total {
    sum_total re; ///< of real parts
    sum_total im; ///< of imaginary parts

    /// @param x the next element
    template <class T>
    void add(gpu::kernel::complex<T> x) {
        re.add(x.re);
        im.add(x.im);
    }
    /// @param more a total of other elements
    void merge(complex_sum_total const& more) {
        re.merge(more.re);
        im.merge(more.im);
    }
    /// @param chain a bound of the operations between an element and the result
    /// @return whether a sum is right
    template <class T>
    [[nodiscard]] bool allows(gpu::kernel::complex<T> result, std::size_t chain,
                              std::size_t n) const {
        return lies_in<T>(re.bounds<T>(chain, n), result.re) &&
               lies_in<T>(im.bounds<T>(chain, n), result.im);
    }
};

/// A product of complex numbers, with an exponent of its own.
struct complex_product_total {
    /// the larger part is at least 1/2, below 1; or it is zero
    gpu::kernel::complex<long double> fraction{1, 0};
    std::int64_t exponent = 0; ///< the power of 2 that it is multiplied by
    bool is_finite = true;     ///< all factors are
    /// the binary logarithm of the product of all absolute values above 1
    double up = 0;
    /// the same of those below 1, without its sign
    double down = 0;

    /// @param x the next element
    template <class T>
    void add(gpu::kernel::complex<T> x) {
        is_finite = is_finite && std::isfinite(x.re) && std::isfinite(x.im);
        if (!is_finite) return;
        double const logarithm =
            std::log2(std::hypot(static_cast<double>(x.re), static_cast<double>(x.im)));
        if (std::isfinite(logarithm)) (logarithm > 0 ? up : down) += std::abs(logarithm);
        scale(gpu::kernel::complex<long double>(x), 0);
    }
    /// @param more a total of other elements
    void merge(complex_product_total const& more) {
        is_finite = is_finite && more.is_finite;
        up += more.up;
        down += more.down;
        if (is_finite) scale(more.fraction, more.exponent);
    }
    /// Every product of two numbers has two or three roundings, whose errors are small relative to
    /// the absolute value, not to each part.
    /// @param n elements
    /// @return whether a product is right. With infinities, the order of factors decides which
    /// parts are NaN
    template <class T>
    [[nodiscard]] bool allows(gpu::kernel::complex<T> result, std::size_t, std::size_t n) const {
        using limits = std::numeric_limits<T>;
        if (!is_finite) return !std::isfinite(result.re) || !std::isfinite(result.im);
        // overflow depends on the order
        if (up >= limits::max_exponent - 2 || down >= -limits::min_exponent) return true;
        auto const re = std::ldexp(fraction.re, static_cast<int>(exponent)),
                   im = std::ldexp(fraction.im, static_cast<int>(exponent));
        long double const margin = 2 * std::hypot(re, im) * static_cast<long double>(n) *
                                   static_cast<long double>(limits::epsilon());
        return std::abs(static_cast<long double>(result.re) - re) <= margin &&
               std::abs(static_cast<long double>(result.im) - im) <= margin;
    }

private:
    void scale(gpu::kernel::complex<long double> factor, std::int64_t by) {
        auto const product = fraction * factor;
        int shift = 0;
        (void)std::frexp(std::max(std::abs(product.re), std::abs(product.im)), &shift);
        fraction = {std::ldexp(product.re, -shift), std::ldexp(product.im, -shift)};
        exponent += by + shift;
    }
};

template <class T>
struct total_type<gpu::kernel::complex<T>, gpu::kernel::plus> {
    using type = complex_sum_total; ///< to judge sums by
};
template <class T>
struct total_type<gpu::kernel::complex<T>, gpu::kernel::multiplies> {
    using type = complex_product_total; ///< to judge products by
};

} // namespace tool
