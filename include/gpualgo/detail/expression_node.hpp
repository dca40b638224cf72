// SPDX-License-Identifier: Apache-2.0
/// @file
/// Expressions: trees of placeholders, scalars and functions. They are function objects of the
/// host, and know the instructions that kernels are made of.
#pragma once

#include <gpualgo/abi/expression.hpp>
#include <gpualgo/detail/expression_functions.hpp>
#include <gpualgo/detail/expression_operand.hpp>
#include <gpualgo/detail/expression_program.hpp>

#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

/// Expressions, and their operators.
namespace gpu::inline v0::expressions {

/// Base of all expressions.
struct expression {};

/// A function object that is made of placeholders, such as `gpu::placeholders::_1 * 2`.
template <class E>
concept is_expression = std::derived_from<E, expression>;

/// Base of functions in CUDA C++, see gpu::source.
struct source_base {};

/// An expression, or a function in CUDA C++.
template <class F>
concept is_for_kernels = is_expression<F> || std::derived_from<F, source_base>;

template <is_expression E>
class assignment;

/// An operand: element I of a call.
template <std::size_t I>
struct placeholder : expression {
    /// Whether it can be called with elements of these types.
    template <class... A>
    static constexpr bool takes = [] {
        if constexpr (I >= sizeof...(A)) return false;
        else return detail::stored_number<std::tuple_element_t<I, std::tuple<A...>>>;
    }();

    constexpr placeholder() = default;
    constexpr placeholder(placeholder const&) = default;

    /// Assigns to the first element, for gpu::for_each.
    /// @param value an expression or a number
    /// @return a function object that assigns the value
    template <class X>
    constexpr auto operator=(X value) const requires(I == 0);

    /// @param operands of the call
    /// @return operand I
    template <detail::expression_operand... A>
        requires takes<A...>
    [[gnu::always_inline]] constexpr auto operator()(A... operands) const {
        using operand = std::tuple_element_t<I, std::tuple<A...>>;
        return static_cast<detail::computed_number<operand>>(
            std::get<I>(std::tuple<A const&...>(operands...)));
    }

    /// @cond internal
    template <class... A>
    static constexpr std::uint8_t write(detail::program_writer& program) {
        using operand = std::tuple_element_t<I, std::tuple<A...>>;
        return program.convert<operand, detail::computed_number<operand>>(
            program.add<operand>(detail::operation::operand, detail::first_operand<I, A...>));
    }
    constexpr void capture(detail::scalar_bytes&) const {}
    /// @endcond
};

/// A number that is part of an expression. Its value is a parameter of kernels.
template <detail::number T>
class scalar : public expression {
public:
    /// Whether it can be called with elements of these types.
    template <class... A>
    static constexpr bool takes = true;

    /// @param value the number
    constexpr explicit scalar(T value) : value_(value) {}

    /// @return the number
    template <detail::expression_operand... A>
    [[gnu::always_inline]] constexpr T operator()(A const&...) const {
        return value_;
    }

    /// @cond internal
    template <class... A>
    static constexpr std::uint8_t write(detail::program_writer& program) {
        return program.add<T>(detail::operation::scalar);
    }
    void capture(detail::scalar_bytes& bytes) const { bytes.add(value_); }
    /// @endcond

private:
    T value_;
};

/// A function of expressions.
/// @tparam F one of detail/expression_functions.hpp
template <class F, is_expression... E>
class function : public expression {
public:
    /// Whether it can be called with elements of these types.
    template <class... A>
    static constexpr bool takes = (E::template takes<A...> && ...);

    /// @param arguments of the function
    constexpr explicit function(E... arguments) : arguments_(arguments...) {}

    /// @param operands of the call
    /// @return the value of the expression, of the type that C++ gives it
    template <detail::expression_operand... A>
        requires takes<A...>
    [[gnu::always_inline]] constexpr auto operator()(A... operands) const {
        return evaluate(std::index_sequence_for<E...>(), operands...);
    }

    /// @cond internal
    template <class... A>
    static constexpr std::uint8_t write(detail::program_writer& program) {
        return write_converted<A...>(program, domain<A...>());
    }
    void capture(detail::scalar_bytes& bytes) const {
        std::apply([&](E const&... e) { (e.capture(bytes), ...); }, arguments_);
    }
    /// @endcond

private:
    template <class Argument, class... A>
    using value_of = decltype(std::declval<Argument const&>()(std::declval<A>()...));
    template <class... A>
    using domain = typename F::template domain<value_of<E, A...>...>;

    template <class... D, class... X>
    [[gnu::always_inline]] static constexpr auto apply(detail::type_list<D...>, X... x) {
        return F()(detail::convert_number<D>()(x)...);
    }
    template <std::size_t... I, class... A>
    [[gnu::always_inline]] constexpr auto evaluate(std::index_sequence<I...>, A... operands) const {
        return apply(domain<A...>(), std::get<I>(arguments_)(operands...)...);
    }
    template <class... A, class... D>
    static constexpr std::uint8_t write_converted(detail::program_writer& program,
                                                  detail::type_list<D...>) {
        std::uint8_t const at[] = {
            program.convert<value_of<E, A...>, D>(E::template write<A...>(program))...}; // in order
        return program.add<value_of<function, A...>>(F::code, at);
    }

    std::tuple<E...> arguments_;
};

/// A conversion. That to a 16-bit type rounds, and gives a float.
template <detail::stored_number To, is_expression E>
class conversion : public expression {
public:
    /// Whether it can be called with elements of these types.
    template <class... A>
    static constexpr bool takes = E::template takes<A...>;

    /// @param argument of which the value is converted
    constexpr explicit conversion(E argument) : argument_(argument) {}

    /// @param operands of the call
    /// @return the converted value
    template <detail::expression_operand... A>
        requires takes<A...>
    [[gnu::always_inline]] constexpr auto operator()(A... operands) const {
        return static_cast<detail::computed_number<To>>(
            detail::convert_number<To>()(argument_(operands...)));
    }

    /// @cond internal
    template <class... A>
    static constexpr std::uint8_t write(detail::program_writer& program) {
        using from = decltype(std::declval<E const&>()(std::declval<A>()...));
        return program.convert<To, detail::computed_number<To>>(
            program.convert<from, To>(E::template write<A...>(program)));
    }
    void capture(detail::scalar_bytes& bytes) const { argument_.capture(bytes); }
    /// @endcond

private:
    [[no_unique_address]] E argument_;
};

/// Arguments of a function in an expression: expressions and numbers, at least one of the former.
template <class... X>
concept arguments = ((is_expression<X> || detail::stored_number<detail::value_given<X>>)&&...) &&
                    (is_expression<X> || ...);

/// @param x an expression, or a number
/// @return it as an expression
template <class X>
constexpr auto as_expression(X x) {
    using value = detail::value_given<X>;
    if constexpr (is_expression<X>) return x;
    else return scalar<detail::computed_number<value>>(static_cast<value>(x));
}

/// @tparam F one of detail/expression_functions.hpp
/// @param x its arguments
/// @return the function of these
template <class F, class... X>
constexpr auto make(X... x) {
    return function<F, decltype(expressions::as_expression(x))...>(
        expressions::as_expression(x)...);
}

/// A function object that assigns the value of an expression of an element to the element.
template <is_expression E>
class assignment {
public:
    /// @param value the expression
    constexpr explicit assignment(E value) : value_(value) {}

    /// @param element is replaced by its value, converted to its type
    template <detail::stored_number T>
    [[gnu::always_inline]] constexpr void operator()(T& element) const {
        element = detail::convert_number<T>()(value_(element));
    }

    /// @return the expression
    [[nodiscard]] constexpr E const& value() const { return value_; }

private:
    E value_;
};

template <std::size_t I>
template <class X>
constexpr auto placeholder<I>::operator=(X value) const requires(I == 0) {
    return assignment(expressions::as_expression(value));
}

} // namespace gpu::inline v0::expressions
