// SPDX-License-Identifier: Apache-2.0
/// @file
/// Expressions: operators and transforms that run on every device, in programs compiled by g++.
#pragma once

#include <gpualgo/detail/expression_extrema.hpp>
#include <gpualgo/detail/expression_field.hpp>
#include <gpualgo/detail/expression_mathematics.hpp>
#include <gpualgo/detail/expression_node.hpp>
#include <gpualgo/detail/expression_operators.hpp>
#include <gpualgo/detail/expression_reduce.hpp>
#include <gpualgo/detail/expression_select.hpp>
#include <gpualgo/predicates.hpp>

#include <cstddef>

namespace gpu::inline v0 {

/// @defgroup expressions Expressions
/// Function objects that are written as formulas of placeholders: `a * _1 + _2`. On the host they
/// are ordinary function objects. For ranges on a GPU, NVIDIA's compiler makes kernels of them at
/// run time. The guide has a [page](md_doc_expressions.html) about them.
///
/// @par Types
/// The placeholders have the types of the elements, and numbers their own types. Operators and
/// functions give the types that C++ gives, with its promotions and conversions: `_1 + 1.0` of
/// floats is a double. Types are integers of up to 64 bits, bool, float and double. Elements of
/// types gpu::half and gpu::bfloat16 are converted to float, and results are rounded to them.
/// @par Determinism
/// Operators, comparisons and conversions give the same bits on the host and on GPUs. So do the
/// functions whose error on GPUs is not stated below. NaNs may differ in sign and payload. Products
/// are never contracted into an fma. Integers wrap.
/// @{

/// The operands of expressions.
namespace placeholders {
/// The element, or that of the first range.
/// @ingroup expressions
inline constexpr expressions::placeholder<0> _1;
/// The element of the second range.
/// @ingroup expressions
inline constexpr expressions::placeholder<1> _2;
} // namespace placeholders

/// Takes a field of an element that is a tuple. On the host that is any `std::tuple`, `std::pair`
/// or `std::array`. On devices it is a row of a soa_vector, or an element of views::zip.
/// @tparam I the position of the field, which is a number
/// @tparam K the position of the operand, from 0 on
/// @return an expression
template <std::size_t I, std::size_t K>
constexpr auto field(expressions::placeholder<K>) {
    return expressions::field_of<I, K>();
}

/// Converts a value. A floating-point number beyond the range of an integer gives the nearest
/// integer of that type, and a NaN gives 0, on all devices.
/// @tparam To a type of numbers. One of 16 bits rounds, and the value is a float
/// @param x an expression
/// @return its value as a To
template <detail::stored_number To, expressions::is_expression X>
constexpr auto cast(X x) {
    return expressions::conversion<To, X>(x);
}

/// Selects one of two values; both are computed.
/// @param condition an expression or a number
/// @param a the value if the condition is true
/// @param b the value if it is false
/// @return an expression of the type of `condition ? a : b`
template <class C, class A, class B>
    requires expressions::arguments<C, A, B>
constexpr auto select(C condition, A a, B b) {
    return expressions::make<detail::functions::select>(condition, a, b);
}

/// The smaller of two values, in their common type. For floating-point numbers as gpu::minimum.
/// @param a an expression or a number
/// @param b an expression or a number
/// @return an expression
template <class A, class B>
    requires expressions::arguments<A, B>
constexpr auto min(A a, B b) { return expressions::make<detail::functions::smaller>(a, b); }

/// The larger of two values, in their common type. For floating-point numbers as gpu::maximum.
/// @param a an expression or a number
/// @param b an expression or a number
/// @return an expression
template <class A, class B>
    requires expressions::arguments<A, B>
constexpr auto max(A a, B b) { return expressions::make<detail::functions::larger>(a, b); }

/// The absolute value. That of the smallest integer is itself.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto abs(X x) {
    return expressions::make<detail::functions::magnitude>(x);
}

/// The square root, correctly rounded.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto sqrt(X x) {
    return expressions::make<detail::functions::square_root>(x);
}

/// The cube root. On GPUs within 2 ulp of the exact value.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto cbrt(X x) {
    return expressions::make<detail::functions::cube_root>(x);
}

/// The square root of x * x + y * y, without overflow in between. On GPUs within 4 ulp of the exact
/// value for float, 2 for double.
/// @param x an expression or a number
/// @param y an expression or a number
/// @return an expression
template <class X, class Y>
    requires expressions::arguments<X, Y>
constexpr auto hypot(X x, Y y) { return expressions::make<detail::functions::hypotenuse>(x, y); }

/// The exponential function. On GPUs within 2 ulp of the exact value.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto exp(X x) {
    return expressions::make<detail::functions::exponential>(x);
}

/// 2 to the x. On GPUs within 2 ulp of the exact value.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto exp2(X x) {
    return expressions::make<detail::functions::power_of_2>(x);
}

/// exp(x) - 1, accurate also near 0. On GPUs within 2 ulp of the exact value.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto expm1(X x) {
    return expressions::make<detail::functions::exponential_minus_1>(x);
}

/// The natural logarithm. On GPUs within 2 ulp of the exact value.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto log(X x) {
    return expressions::make<detail::functions::logarithm>(x);
}

/// The logarithm to base 2. On GPUs within 2 ulp of the exact value.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto log2(X x) {
    return expressions::make<detail::functions::binary_logarithm>(x);
}

/// The logarithm to base 10. On GPUs within 2 ulp of the exact value.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto log10(X x) {
    return expressions::make<detail::functions::decimal_logarithm>(x);
}

/// log(1 + x), accurate also near 0. On GPUs within 2 ulp of the exact value.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto log1p(X x) {
    return expressions::make<detail::functions::logarithm_of_1_plus>(x);
}

/// The sine of an angle in radians. On GPUs within 2 ulp of the exact value.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto sin(X x) {
    return expressions::make<detail::functions::sine>(x);
}

/// The cosine of an angle in radians. On GPUs within 2 ulp of the exact value.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto cos(X x) {
    return expressions::make<detail::functions::cosine>(x);
}

/// The tangent of an angle in radians. On GPUs within 4 ulp of the exact value for float, 2 for
/// double.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto tan(X x) {
    return expressions::make<detail::functions::tangent>(x);
}

/// The angle in radians that has a sine. On GPUs within 2 ulp of the exact value.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto asin(X x) {
    return expressions::make<detail::functions::arc_sine>(x);
}

/// The angle in radians that has a cosine. On GPUs within 2 ulp of the exact value.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto acos(X x) {
    return expressions::make<detail::functions::arc_cosine>(x);
}

/// The angle in radians that has a tangent. On GPUs within 2 ulp of the exact value.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto atan(X x) {
    return expressions::make<detail::functions::arc_tangent>(x);
}

/// The angle in radians of the point (x, y). On GPUs within 4 ulp of the exact value for float, 2
/// for double.
/// @param y an expression or a number
/// @param x an expression or a number
/// @return an expression
template <class Y, class X>
    requires expressions::arguments<Y, X>
constexpr auto atan2(Y y, X x) {
    return expressions::make<detail::functions::angle_of_point>(y, x);
}

/// The hyperbolic sine. On GPUs within 4 ulp of the exact value for float, 2 for double.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto sinh(X x) {
    return expressions::make<detail::functions::hyperbolic_sine>(x);
}

/// The hyperbolic cosine. On GPUs within 2 ulp of the exact value.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto cosh(X x) {
    return expressions::make<detail::functions::hyperbolic_cosine>(x);
}

/// The hyperbolic tangent. On GPUs within 2 ulp of the exact value.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto tanh(X x) {
    return expressions::make<detail::functions::hyperbolic_tangent>(x);
}

/// The error function. On GPUs within 2 ulp of the exact value.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto erf(X x) {
    return expressions::make<detail::functions::error_function>(x);
}

/// The largest integral value that is not greater.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto floor(X x) {
    return expressions::make<detail::functions::floor_of>(x);
}

/// The smallest integral value that is not less.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto ceil(X x) {
    return expressions::make<detail::functions::ceiling_of>(x);
}

/// The value without its fraction.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto trunc(X x) {
    return expressions::make<detail::functions::truncated>(x);
}

/// The nearest integral value; halves are rounded away from 0.
/// @param x an expression
/// @return an expression
template <expressions::is_expression X>
constexpr auto round(X x) {
    return expressions::make<detail::functions::rounded_to_integer>(x);
}

/// The power x to the y. On GPUs within 4 ulp of the exact value for float, 2 for double.
/// @param x an expression or a number
/// @param y an expression or a number
/// @return an expression
template <class X, class Y>
    requires expressions::arguments<X, Y>
constexpr auto pow(X x, Y y) { return expressions::make<detail::functions::power>(x, y); }

/// x * y + z, rounded once.
/// @param x an expression or a number
/// @param y an expression or a number
/// @param z an expression or a number
/// @return an expression
template <class X, class Y, class Z>
    requires expressions::arguments<X, Y, Z>
constexpr auto fma(X x, Y y, Z z) {
    return expressions::make<detail::functions::fused_multiply_add>(x, y, z);
}

/// @}

} // namespace gpu::inline v0
