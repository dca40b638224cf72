// SPDX-License-Identifier: Apache-2.0
/// @file
/// The operators that are precompiled. `gpu::plus` is `std::plus`; `minimum` and `maximum` are
/// ours.
#pragma once

#include <gpualgo/detail/lists.hpp>
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

/// @cond internal
namespace detail {

/// The kernel's operator for a callable of the standard library or of this one; `void` where there
/// is none.
template <template <class> class Callable>
struct kernel_operator {
    using type = void;
};
template <>
struct kernel_operator<std::plus> {
    using type = kernel::plus;
};
template <>
struct kernel_operator<minimum> {
    using type = kernel::minimum;
};
template <>
struct kernel_operator<maximum> {
    using type = kernel::maximum;
};
template <>
struct kernel_operator<std::multiplies> {
    using type = kernel::multiplies;
};
template <>
struct kernel_operator<std::bit_and> {
    using type = kernel::bit_and;
};
template <>
struct kernel_operator<std::bit_or> {
    using type = kernel::bit_or;
};
template <>
struct kernel_operator<std::bit_xor> {
    using type = kernel::bit_xor;
};
template <>
struct kernel_operator<std::logical_and> {
    using type = kernel::logical_and;
};
template <>
struct kernel_operator<std::logical_or> {
    using type = kernel::logical_or;
};

/// The kernel's operator for a callable, or `void` where it is not listed. `plus<Other>` is an
/// ordinary callable.
template <class Op, class Accumulator>
struct listed_operator_of {
    using type = void;
};
template <template <class> class Callable, class T, class Accumulator>
    requires((std::is_void_v<T> ||
              std::is_same_v<T, Accumulator>)&&takes<typename kernel_operator<Callable>::type,
                                                     as_listed<Accumulator>>)
struct listed_operator_of<Callable<T>, Accumulator> : kernel_operator<Callable> {};

template <class Op, class Accumulator>
using listed_operator = typename listed_operator_of<std::remove_cvref_t<Op>, Accumulator>::type;

/// What users write for the listed operators; for messages.
using callables = list<std::plus<>, minimum<>, maximum<>, std::multiplies<>, std::bit_and<>,
                       std::bit_or<>, std::bit_xor<>, std::logical_and<>, std::logical_or<>>;

template <class... Callables>
consteval bool are_operators(list<Callables...>) {
    return std::is_same_v<list<listed_operator<Callables, int>...>, operators>;
}
static_assert(are_operators(callables{}),
              "callables must be what users write for operators, in their order");

} // namespace detail
/// @endcond

} // namespace gpu::inline v0
