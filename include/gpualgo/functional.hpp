// SPDX-License-Identifier: Apache-2.0
/// @file
/// The precompiled operators. `gpu::plus` is `std::plus`; `minimum` and `maximum` are defined here.
#pragma once

#include <gpualgo/abi/types.hpp>
#include <gpualgo/kernel/operators.hpp>
#include <gpualgo/kernel/transforms.hpp>

#include <type_traits>
// libstdc++: all of <functional> adds 100 ms to the compilation of a client
#if __has_include(<bits/stl_function.h>) && __has_include(<bits/ranges_cmp.h>)
#include <bits/ranges_cmp.h>
#include <bits/stl_function.h>
#else
#include <functional>
#endif

namespace gpu::inline v0 {

using std::bit_and;
using std::bit_or;
using std::bit_xor;
using std::equal_to;
using std::identity;
using std::logical_and;
using std::logical_or;
using std::multiplies;
using std::negate;
using std::plus;

/// The smaller of two values. For floating-point numbers, the minimum of IEEE 754-2019: NaN if one
/// operand is NaN, and -0 < +0.
/// @tparam T the type of operands and result; `void` takes their common type
template <class T = void>
struct minimum {
    /// @param a one value
    /// @param b the other
    /// @return the smaller of a and b
    [[nodiscard]] constexpr T operator()(T const& a, T const& b) const {
        return kernel::minimum()(a, b);
    }
};
/// The smaller of two values of any types, in their common type.
template <>
struct minimum<void> {
    using is_transparent = void; ///< operands may be of any types
    /// @param a one value
    /// @param b the other
    /// @return the smaller of a and b
    template <class A, class B>
    [[nodiscard]] constexpr std::common_type_t<A, B> operator()(A const& a, B const& b) const {
        return kernel::minimum().template operator()<std::common_type_t<A, B>>(a, b);
    }
};

/// The larger of two values. For floating-point numbers, the maximum of IEEE 754-2019: NaN if one
/// operand is NaN, and -0 < +0.
/// @tparam T the type of operands and result; `void` takes their common type
template <class T = void>
struct maximum {
    /// @param a one value
    /// @param b the other
    /// @return the larger of a and b
    [[nodiscard]] constexpr T operator()(T const& a, T const& b) const {
        return kernel::maximum()(a, b);
    }
};
/// The larger of two values of any types, in their common type.
template <>
struct maximum<void> {
    using is_transparent = void; ///< operands may be of any types
    /// @param a one value
    /// @param b the other
    /// @return the larger of a and b
    template <class A, class B>
    [[nodiscard]] constexpr std::common_type_t<A, B> operator()(A const& a, B const& b) const {
        return kernel::maximum().template operator()<std::common_type_t<A, B>>(a, b);
    }
};

/// The square of a value.
/// @tparam T the type of operand and result; `void` takes any type (16-bit numbers give float)
template <class T = void>
struct square {
    /// @param x a value
    /// @return its square
    [[nodiscard]] constexpr T operator()(T const& x) const {
        return static_cast<T>(kernel::square()(static_cast<detail::computed_as<T>>(x)));
    }
};
/// The square of a value of any type.
template <>
struct square<void> {
    using is_transparent = void; ///< the operand may be of any type
    /// @param x a value
    /// @return its square; float for a 16-bit number
    template <class T>
    [[nodiscard]] constexpr detail::computed_as<T> operator()(T const& x) const {
        return kernel::square()(static_cast<detail::computed_as<T>>(x));
    }
};

/// The absolute value. That of the smallest integer is itself.
/// @tparam T the type of operand and result; `void` takes any type (16-bit numbers give float)
template <class T = void>
struct absolute {
    /// @param x a value
    /// @return |x|
    [[nodiscard]] constexpr T operator()(T const& x) const {
        return static_cast<T>(kernel::absolute()(static_cast<detail::computed_as<T>>(x)));
    }
};
/// The absolute value of a value of any type.
template <>
struct absolute<void> {
    using is_transparent = void; ///< the operand may be of any type
    /// @param x a value
    /// @return |x|; float for a 16-bit number
    template <class T>
    [[nodiscard]] constexpr detail::computed_as<T> operator()(T const& x) const {
        return kernel::absolute()(static_cast<detail::computed_as<T>>(x));
    }
};

/// The square of the difference of two values.
/// @tparam T the type of operands and result; `void` takes their common type
template <class T = void>
struct squared_difference {
    /// @param a one value
    /// @param b the other
    /// @return (a - b) * (a - b)
    [[nodiscard]] constexpr T operator()(T const& a, T const& b) const {
        return static_cast<T>(kernel::squared_difference()(static_cast<detail::computed_as<T>>(a),
                                                           static_cast<detail::computed_as<T>>(b)));
    }
};
/// The square of the difference of two values of any types, in their common type.
template <>
struct squared_difference<void> {
    using is_transparent = void; ///< operands may be of any types
    /// @param a one value
    /// @param b the other
    /// @return (a - b) * (a - b); float for 16-bit numbers
    template <class A, class B>
    [[nodiscard]] constexpr detail::computed_as<std::common_type_t<A, B>>
    operator()(A const& a, B const& b) const {
        using computed = detail::computed_as<std::common_type_t<A, B>>;
        return kernel::squared_difference()(static_cast<computed>(a), static_cast<computed>(b));
    }
};

} // namespace gpu::inline v0
