// SPDX-License-Identifier: Apache-2.0
/// @file
/// The callables that kernels can be made of at run time: expressions, and the function objects
/// that are equal to one.
#pragma once

#include <gpualgo/detail/expression_node.hpp>
#include <gpualgo/detail/expression_operators.hpp>
#include <gpualgo/functional.hpp>

#include <concepts>
#include <type_traits>

namespace gpu::inline v0::detail {

inline constexpr expressions::placeholder<0> operand_1;
inline constexpr expressions::placeholder<1> operand_2;

/// @return the expression that is equal to a callable
template <expressions::is_expression E>
constexpr E const& expression_for(E const& e) {
    return e;
}
template <class T>
constexpr auto expression_for(std::plus<T>) {
    return operand_1 + operand_2;
}
template <class T>
constexpr auto expression_for(std::minus<T>) {
    return operand_1 - operand_2;
}
template <class T>
constexpr auto expression_for(std::multiplies<T>) {
    return operand_1 * operand_2;
}
template <class T>
constexpr auto expression_for(minimum<T>) {
    return expressions::make<functions::smaller>(operand_1, operand_2);
}
template <class T>
constexpr auto expression_for(maximum<T>) {
    return expressions::make<functions::larger>(operand_1, operand_2);
}
template <class T>
constexpr auto expression_for(std::bit_and<T>) {
    return operand_1 & operand_2;
}
template <class T>
constexpr auto expression_for(std::bit_or<T>) {
    return operand_1 | operand_2;
}
template <class T>
constexpr auto expression_for(std::bit_xor<T>) {
    return operand_1 ^ operand_2;
}
template <class T>
constexpr auto expression_for(std::logical_and<T>) {
    return operand_1 && operand_2;
}
template <class T>
constexpr auto expression_for(std::logical_or<T>) {
    return operand_1 || operand_2;
}
template <class T>
constexpr auto expression_for(std::negate<T>) {
    return -operand_1;
}
constexpr auto expression_for(std::identity) { return operand_1; }

/// A callable that kernels can be made of at run time. Other headers have overloads for callables
/// of their own, which are found by their arguments.
template <class F>
concept kernel_callable = requires(F const& f) {
    expression_for(f);
};

} // namespace gpu::inline v0::detail
