// SPDX-License-Identifier: Apache-2.0
/// @file
/// The callables that kernels can be made of at run time: expressions, and the function objects
/// that are equal to one.
#pragma once

#include <gpualgo/abi/expression.hpp>
#include <gpualgo/detail/expression_functions.hpp>
#include <gpualgo/detail/expression_node.hpp>
#include <gpualgo/detail/expression_operators.hpp>
#include <gpualgo/detail/expression_program.hpp>
#include <gpualgo/functional.hpp>

#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

inline constexpr expressions::placeholder<0> operand_1;
inline constexpr expressions::placeholder<1> operand_2;

/// @return the expression that is equal to a callable
template <expressions::is_expression E>
constexpr E const& expression_for(E const& e) {
    return e;
}

/// A type of operands that a function object names; `void` stands for the elements' own types.
template <class T>
concept operand_type = std::is_void_v<T> || stored_number<T>;

/// @return an expression, converted to T unless that is void
template <operand_type T, class E>
constexpr auto converted(E const& e) {
    if constexpr (std::is_void_v<T>) return e;
    else return expressions::conversion<T, E>(e);
}

/// The value of E in the common type of its operands: integers smaller than an int stay so.
template <expressions::is_expression E>
class in_common_type : public expressions::expression {
public:
    template <class... A>
    static constexpr bool takes = E::template takes<A...>;

    constexpr explicit in_common_type(E e) : e_(e) {}

    template <stored_number... A>
        requires takes<A...>
    [[gnu::always_inline]] constexpr auto operator()(A... operands) const {
        return convert_number<common<A...>>()(e_(operands...));
    }

    template <class... A>
    static constexpr std::uint8_t write(program_writer& program) {
        using from = decltype(std::declval<E const&>()(std::declval<A>()...));
        return program.convert<from, common<A...>>(E::template write<A...>(program));
    }
    void capture(scalar_bytes& bytes) const { e_.capture(bytes); }

private:
    template <class... A>
    using common = computed_number<std::common_type_t<A...>>;

    [[no_unique_address]] E e_;
};

/// @return an expression of operands of type T, in that type; if T is void, in their common type
template <operand_type T, expressions::is_expression E>
constexpr auto kept_in(E const& e) {
    if constexpr (std::is_void_v<T>) return in_common_type<E>(e);
    else return e;
}

/// @return f of one operand, or of two, as a function object for T computes it
template <operand_type T, class F>
constexpr auto of_one(F f) {
    return detail::converted<T>(f(detail::converted<T>(operand_1)));
}
template <operand_type T, class F>
constexpr auto of_two(F f) {
    return detail::converted<T>(
        f(detail::converted<T>(operand_1), detail::converted<T>(operand_2)));
}

template <operand_type T>
constexpr auto expression_for(std::plus<T>) {
    return of_two<T>([](auto a, auto b) { return a + b; });
}
template <operand_type T>
constexpr auto expression_for(std::minus<T>) {
    return of_two<T>([](auto a, auto b) { return a - b; });
}
template <operand_type T>
constexpr auto expression_for(std::multiplies<T>) {
    return of_two<T>([](auto a, auto b) { return a * b; });
}
template <operand_type T>
constexpr auto expression_for(minimum<T>) {
    return of_two<T>([](auto a, auto b) { return expressions::make<functions::smaller>(a, b); });
}
template <operand_type T>
constexpr auto expression_for(maximum<T>) {
    return of_two<T>([](auto a, auto b) { return expressions::make<functions::larger>(a, b); });
}
template <operand_type T>
constexpr auto expression_for(squared_difference<T>) {
    return of_two<T>([](auto a, auto b) { return detail::kept_in<T>((a - b) * (a - b)); });
}
template <operand_type T>
constexpr auto expression_for(std::bit_and<T>) {
    return of_two<T>([](auto a, auto b) { return a & b; });
}
template <operand_type T>
constexpr auto expression_for(std::bit_or<T>) {
    return of_two<T>([](auto a, auto b) { return a | b; });
}
template <operand_type T>
constexpr auto expression_for(std::bit_xor<T>) {
    return of_two<T>([](auto a, auto b) { return a ^ b; });
}
template <operand_type T>
constexpr auto expression_for(std::equal_to<T>) {
    return detail::converted<T>(operand_1) == detail::converted<T>(operand_2);
}
template <operand_type T>
constexpr auto expression_for(std::logical_and<T>) {
    return detail::converted<T>(operand_1) && detail::converted<T>(operand_2);
}
template <operand_type T>
constexpr auto expression_for(std::logical_or<T>) {
    return detail::converted<T>(operand_1) || detail::converted<T>(operand_2);
}
template <operand_type T>
constexpr auto expression_for(std::negate<T>) {
    return of_one<T>([](auto a) { return -a; });
}
template <operand_type T>
constexpr auto expression_for(square<T>) {
    return of_one<T>([](auto a) { return detail::kept_in<T>(a * a); });
}
template <operand_type T>
constexpr auto expression_for(absolute<T>) {
    return of_one<T>(
        [](auto a) { return detail::kept_in<T>(expressions::make<functions::magnitude>(a)); });
}
constexpr auto expression_for(std::identity) { return operand_1; }

/// A callable that kernels can be made of at run time. Other headers have overloads for callables
/// of their own, which are found by their arguments.
template <class F>
concept kernel_callable = requires(F const& f) {
    expression_for(f);
};

} // namespace gpu::inline v0::detail
