// SPDX-License-Identifier: Apache-2.0
/// @file
/// The operators of expressions.
#pragma once

#include <gpualgo/detail/expression_node.hpp>

// Operators of expressions: `&&` and `||` evaluate both operands.
namespace gpu::inline v0::expressions {

/// @param a an expression or a number
/// @param b an expression or a number
/// @return the sum; integers wrap
template <class A, class B>
    requires arguments<A, B>
constexpr auto operator+(A a, B b) { return expressions::make<detail::functions::add>(a, b); }
/// @param a an expression or a number
/// @param b an expression or a number
/// @return the difference; integers wrap
template <class A, class B>
    requires arguments<A, B>
constexpr auto operator-(A a, B b) { return expressions::make<detail::functions::subtract>(a, b); }
/// @param a an expression or a number
/// @param b an expression or a number
/// @return the product; integers wrap, and g++ does not contract it into an fma
template <class A, class B>
    requires arguments<A, B>
constexpr auto operator*(A a, B b) { return expressions::make<detail::functions::multiply>(a, b); }
/// @param a an expression or a number
/// @param b an expression or a number
/// @return the quotient. Integers must not be divided by 0, nor the smallest one by -1
template <class A, class B>
    requires arguments<A, B>
constexpr auto operator/(A a, B b) { return expressions::make<detail::functions::divide>(a, b); }
/// @param a an expression or a number
/// @param b an expression or a number
/// @return the remainder of integers, under the same conditions
template <class A, class B>
    requires arguments<A, B>
constexpr auto operator%(A a, B b) { return expressions::make<detail::functions::remainder>(a, b); }
/// @param a an expression or a number
/// @param b an expression or a number
/// @return whether they are equal
template <class A, class B>
    requires arguments<A, B>
constexpr auto operator==(A a, B b) { return expressions::make<detail::functions::equal>(a, b); }
/// @param a an expression or a number
/// @param b an expression or a number
/// @return whether they differ
template <class A, class B>
    requires arguments<A, B>
constexpr auto operator!=(A a, B b) {
    return expressions::make<detail::functions::not_equal>(a, b);
}
/// @param a an expression or a number
/// @param b an expression or a number
/// @return whether a is less
template <class A, class B>
    requires arguments<A, B>
constexpr auto operator<(A a, B b) { return expressions::make<detail::functions::less>(a, b); }
/// @param a an expression or a number
/// @param b an expression or a number
/// @return whether a is not greater
template <class A, class B>
    requires arguments<A, B>
constexpr auto operator<=(A a, B b) {
    return expressions::make<detail::functions::less_equal>(a, b);
}
/// @param a an expression or a number
/// @param b an expression or a number
/// @return whether a is greater
template <class A, class B>
    requires arguments<A, B>
constexpr auto operator>(A a, B b) { return expressions::make<detail::functions::greater>(a, b); }
/// @param a an expression or a number
/// @param b an expression or a number
/// @return whether a is not less
template <class A, class B>
    requires arguments<A, B>
constexpr auto operator>=(A a, B b) {
    return expressions::make<detail::functions::greater_equal>(a, b);
}
/// @param a an expression or a number
/// @param b an expression or a number
/// @return whether both are true; both are evaluated
template <class A, class B>
    requires arguments<A, B>
constexpr auto operator&&(A a, B b) {
    return expressions::make<detail::functions::logical_and>(a, b);
}
/// @param a an expression or a number
/// @param b an expression or a number
/// @return whether one is true; both are evaluated
template <class A, class B>
    requires arguments<A, B>
constexpr auto operator||(A a, B b) {
    return expressions::make<detail::functions::logical_or>(a, b);
}
/// @param a an expression or a number
/// @param b an expression or a number
/// @return the bits that are set in both integers
template <class A, class B>
    requires arguments<A, B>
constexpr auto operator&(A a, B b) { return expressions::make<detail::functions::bit_and>(a, b); }
/// @param a an expression or a number
/// @param b an expression or a number
/// @return the bits that are set in one of the integers
template <class A, class B>
    requires arguments<A, B>
constexpr auto operator|(A a, B b) { return expressions::make<detail::functions::bit_or>(a, b); }
/// @param a an expression or a number
/// @param b an expression or a number
/// @return the bits that are set in exactly one of the integers
template <class A, class B>
    requires arguments<A, B>
constexpr auto operator^(A a, B b) { return expressions::make<detail::functions::bit_xor>(a, b); }
/// @param a an expression or a number
/// @param b an expression or a number
/// @return the integer a, shifted by b bits: fewer than it has
template <class A, class B>
    requires arguments<A, B>
constexpr auto operator<<(A a, B b) {
    return expressions::make<detail::functions::shift_left>(a, b);
}
/// @param a an expression or a number
/// @param b an expression or a number
/// @return the integer a, shifted by b bits: fewer than it has
template <class A, class B>
    requires arguments<A, B>
constexpr auto operator>>(A a, B b) {
    return expressions::make<detail::functions::shift_right>(a, b);
}
/// @param a an expression
/// @return its value with the other sign; integers wrap
template <is_expression A>
constexpr auto operator-(A a) {
    return expressions::make<detail::functions::negate>(a);
}
/// @param a an expression
/// @return whether its value is 0
template <is_expression A>
constexpr auto operator!(A a) {
    return expressions::make<detail::functions::logical_not>(a);
}
/// @param a an expression
/// @return the integer with all bits inverted
template <is_expression A>
constexpr auto operator~(A a) {
    return expressions::make<detail::functions::bit_not>(a);
}
/// @param element the first element
/// @param x an expression or a number
/// @return a function object that assigns the sum to the element, for gpu::for_each
template <class X>
    requires arguments<placeholder<0>, X>
constexpr auto operator+=(placeholder<0> element, X x) { return element = element + x; }
/// @param element the first element
/// @param x an expression or a number
/// @return a function object that assigns the difference to the element, for gpu::for_each
template <class X>
    requires arguments<placeholder<0>, X>
constexpr auto operator-=(placeholder<0> element, X x) { return element = element - x; }
/// @param element the first element
/// @param x an expression or a number
/// @return a function object that assigns the product to the element, for gpu::for_each
template <class X>
    requires arguments<placeholder<0>, X>
constexpr auto operator*=(placeholder<0> element, X x) { return element = element * x; }
/// @param element the first element
/// @param x an expression or a number
/// @return a function object that assigns the quotient to the element, for gpu::for_each
template <class X>
    requires arguments<placeholder<0>, X>
constexpr auto operator/=(placeholder<0> element, X x) { return element = element / x; }
/// @param element the first element
/// @param x an expression or a number
/// @return a function object that assigns the remainder to the element, for gpu::for_each
template <class X>
    requires arguments<placeholder<0>, X>
constexpr auto operator%=(placeholder<0> element, X x) { return element = element % x; }
/// @param element the first element
/// @param x an expression or a number
/// @return a function object that assigns the bitwise and to the element, for gpu::for_each
template <class X>
    requires arguments<placeholder<0>, X>
constexpr auto operator&=(placeholder<0> element, X x) { return element = element & x; }
/// @param element the first element
/// @param x an expression or a number
/// @return a function object that assigns the bitwise or to the element, for gpu::for_each
template <class X>
    requires arguments<placeholder<0>, X>
constexpr auto operator|=(placeholder<0> element, X x) { return element = element | x; }
/// @param element the first element
/// @param x an expression or a number
/// @return a function object that assigns the bitwise exclusive or to the element, for
/// gpu::for_each
template <class X>
    requires arguments<placeholder<0>, X>
constexpr auto operator^=(placeholder<0> element, X x) { return element = element ^ x; }
/// @param element the first element
/// @param x an expression or a number
/// @return a function object that assigns the element, shifted to the left to the element, for
/// gpu::for_each
template <class X>
    requires arguments<placeholder<0>, X>
constexpr auto operator<<=(placeholder<0> element, X x) { return element = element << x; }
/// @param element the first element
/// @param x an expression or a number
/// @return a function object that assigns the element, shifted to the right to the element, for
/// gpu::for_each
template <class X>
    requires arguments<placeholder<0>, X>
constexpr auto operator>>=(placeholder<0> element, X x) { return element = element >> x; }

} // namespace gpu::inline v0::expressions
