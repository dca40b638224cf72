// SPDX-License-Identifier: Apache-2.0
/// @file
/// Totals that are exact enough to judge results by.
#pragma once

#include <gpualgo/abi/reduce_lists.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace tool {

/// The interval of right results.
struct interval {
    long double low;  ///< NaN if the result must be NaN
    long double high; ///< at least low
    bool open;        ///< on the way there, numbers may overflow: infinities and NaN are right too
};

/// Rounding is monotonic: a number in an interval lies between the rounded ends.
/// @return whether a result is right
template <class T>
[[nodiscard]] bool lies_in(interval const& allowed, T result) {
    using wide = gpu::detail::computed_as<T>;
    auto const round = [](long double end) {
        return static_cast<wide>(static_cast<T>(static_cast<wide>(end)));
    };
    auto const value = static_cast<wide>(result);
    if (allowed.open && !std::isfinite(value)) return true;
    if (std::isnan(allowed.low)) return std::isnan(value);
    return round(allowed.low) <= value && value <= round(allowed.high);
}

/// A total that is the same in any order and exact: of integers, extrema, bits and truth values.
template <class T, class Op>
struct exact_total {
    T value = Op::template identity_element<T>(); ///< so far

    /// @param x the next element
    void add(T x) {
        value = static_cast<T>(
            Op{}(gpu::detail::computed_as<T>{value}, gpu::detail::computed_as<T>{x}));
    }
    /// @param more a total of other elements
    void merge(exact_total const& more) { add(more.value); }
};

/// A sum of floating-point numbers, in a type whose rounding is negligible beside theirs.
struct sum_total {
    long double value = 0;     ///< so far
    long double magnitude = 0; ///< the sum of the absolute values of finite numbers

    /// @param x the next element
    void add(long double x) {
        value += x;
        if (std::isfinite(x)) magnitude += std::abs(x);
    }
    /// @param more a total of other elements
    void merge(sum_total const& more) {
        value += more.value;
        magnitude += more.magnitude;
    }
    /// Each operation between an element and the result adds an error of at most epsilon times the
    /// absolute values.
    /// @tparam T the type that is computed in
    /// @param chain a bound of the operations between an element and the result
    /// @return the interval of right sums
    template <std::floating_point T>
    [[nodiscard]] interval bounds(std::size_t chain, std::size_t) const {
        bool const overflows = magnitude > static_cast<long double>(std::numeric_limits<T>::max());
        // finite numbers that overflow to the other infinity make the sum NaN
        if (!std::isfinite(value)) return {value, value, overflows && !std::isnan(value)};
        long double const margin = static_cast<long double>(chain) *
                                   static_cast<long double>(std::numeric_limits<T>::epsilon()) *
                                   magnitude;
        return {value - margin, value + margin, overflows};
    }
};

/// A product of floating-point numbers, with an exponent of its own.
struct product_total {
    long double fraction = 1;  ///< of all finite numbers but zeros: at least 1/2, below 1
    std::int64_t exponent = 0; ///< the power of 2 that it is multiplied by
    long double special = 1;   ///< of the others: zeros, infinities and NaN
    /// the binary logarithm of the product of all finite numbers above 1
    double up = 0;
    double down = 0; ///< the same of those below 1, without its sign

    /// @param x the next element
    void add(double x) {
        if (x == 0 || !std::isfinite(x)) {
            special *= x;
            return;
        }
        double const logarithm = std::log2(std::abs(x));
        (logarithm > 0 ? up : down) += std::abs(logarithm);
        scale(x, 0);
    }
    /// @param more a total of other elements
    void merge(product_total const& more) {
        special *= more.special;
        up += more.up;
        down += more.down;
        scale(more.fraction, more.exponent);
    }
    /// @tparam T the type that is computed in
    /// @param n elements: each is a factor once, in any order, and each product rounds
    /// @return the interval of right products
    template <std::floating_point T>
    [[nodiscard]] interval bounds(std::size_t, std::size_t n) const {
        using limits = std::numeric_limits<T>;
        constexpr long double largest = 100'000; // as an exponent: infinity or zero in any type
        constexpr auto infinity = std::numeric_limits<long double>::infinity();
        // overflow depends on the order
        if (up >= limits::max_exponent - 1 || down >= -limits::min_exponent)
            return {-infinity, infinity, true};
        auto const clamped = static_cast<int>(
            std::fmax(-largest, std::fmin(largest, static_cast<long double>(exponent))));
        long double const value = std::ldexp(fraction, clamped) * special;
        if (special != 1 || !std::isfinite(value)) return {value, value, false};
        long double const margin = std::abs(value) * static_cast<long double>(n) *
                                   static_cast<long double>(limits::epsilon());
        return {value - margin, value + margin, false};
    }

private:
    void scale(long double factor, std::int64_t by) {
        int shift = 0;
        fraction = std::frexp(fraction * factor, &shift);
        exponent += by + shift;
    }
};

/// The total to judge results of type T by; for complex numbers see complex_totals.hpp.
template <class T, class Op>
struct total_type {
    using type = std::conditional_t<
        !std::floating_point<gpu::detail::computed_as<T>>, exact_total<T, Op>,
        std::conditional_t<std::same_as<Op, gpu::kernel::plus>, sum_total,
                           std::conditional_t<std::same_as<Op, gpu::kernel::multiplies>,
                                              product_total, exact_total<T, Op>>>>;
};
template <class T, class Op>
using total_of = typename total_type<T, Op>::type;

} // namespace tool
