// SPDX-License-Identifier: Apache-2.0
/// @file
/// The operators that are precompiled. `gpu::plus` is `std::plus`; `minimum` and `maximum` are
/// ours.
#pragma once

#include <gpualgo/abi/types.hpp>
#include <gpualgo/kernel/operators.hpp>
#include <gpualgo/kernel/transforms.hpp>

#include <type_traits>
// libstdc++: all of <functional> costs clients 100 ms of compilation
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

/// The smaller of two values. For floating-point numbers IEEE 754-2019's minimum: NaN wins, and -0
/// < +0.
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

/// The larger of two values. For floating-point numbers IEEE 754-2019's maximum: NaN wins, and -0 <
/// +0.
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

/// A value times itself.
/// @tparam T the type of operand and result; `void` takes any, and gives what it is computed in
template <class T = void>
struct square {
    /// @param x a value
    /// @return its square
    [[nodiscard]] constexpr T operator()(T const& x) const {
        return static_cast<T>(kernel::square()(static_cast<detail::computed_as<T>>(x)));
    }
};
/// A value of any type times itself.
template <>
struct square<void> {
    using is_transparent = void; ///< the operand may be of any type
    /// @param x a value
    /// @return its square; of a 16-bit number in float
    template <class T>
    [[nodiscard]] constexpr detail::computed_as<T> operator()(T const& x) const {
        return kernel::square()(static_cast<detail::computed_as<T>>(x));
    }
};

/// A value without its sign. The smallest integer stays what it is.
/// @tparam T the type of operand and result; `void` takes any, and gives what it is computed in
template <class T = void>
struct absolute {
    /// @param x a value
    /// @return |x|
    [[nodiscard]] constexpr T operator()(T const& x) const {
        return static_cast<T>(kernel::absolute()(static_cast<detail::computed_as<T>>(x)));
    }
};
/// A value of any type without its sign.
template <>
struct absolute<void> {
    using is_transparent = void; ///< the operand may be of any type
    /// @param x a value
    /// @return |x|; of a 16-bit number in float
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
    /// @return (a - b) * (a - b); of 16-bit numbers in float
    template <class A, class B>
    [[nodiscard]] constexpr detail::computed_as<std::common_type_t<A, B>>
    operator()(A const& a, B const& b) const {
        using computed = detail::computed_as<std::common_type_t<A, B>>;
        return kernel::squared_difference()(static_cast<computed>(a), static_cast<computed>(b));
    }
};

} // namespace gpu::inline v0
