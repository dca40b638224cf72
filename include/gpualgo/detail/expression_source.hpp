// SPDX-License-Identifier: Apache-2.0
/// @file
/// Functions in CUDA C++ as parts of expressions.
#pragma once

#include <gpualgo/detail/expression_node.hpp>
#include <gpualgo/error.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::expressions {

/// Stands for a function of the host that a gpu::source lacks.
struct no_host_function {};

template <class Source, is_expression... E>
class source_call;

/// A function in CUDA C++, of declared types.
template <class Signature, class Host>
class source_function;
/// See above.
template <detail::number R, detail::number... T, class Host>
class source_function<R(T...), Host> : public source_base {
    static_assert(sizeof...(T) >= 1 && sizeof...(T) <= detail::most_text_arguments,
                  "gpu::source: a function takes 1 to 3 numbers");

public:
    using result = R;                           ///< type of the result
    using parameters = detail::type_list<T...>; ///< types of the parameters
    /// Whether the function can be called on the host.
    static constexpr bool has_host_function = !std::same_as<Host, no_host_function>;

    /// @param text the function
    /// @param host does the same on the host
    constexpr source_function(char const* text, Host host) : text_(text), host_(std::move(host)) {}

    /// Calls the function of the host.
    /// @param x the arguments
    /// @throws gpu::unsupported_operator if there is none
    template <detail::stored_number... X>
        requires(sizeof...(X) == sizeof...(T))
    R operator()(X... x) const {
        if constexpr (has_host_function)
            return static_cast<R>(host_(detail::convert_number<T>()(x)...));
        else
            throw unsupported_operator(
                "the function of gpu::source is CUDA C++, which runs on GPUs only; give it a "
                "function of the host: gpu::source<float(float)>(text, function)");
    }

    /// @param x expressions or numbers
    /// @return an expression: the function of these
    template <class... X>
        requires(sizeof...(X) == sizeof...(T) && arguments<X...>)
    constexpr auto operator()(X... x) const {
        return source_call<source_function, decltype(expressions::as_expression(x))...>(
            *this, expressions::as_expression(x)...);
    }

    /// @cond internal
    /// The function as an expression of the elements.
    friend constexpr auto expression_for(source_function const& f) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) { return f(placeholder<I>()...); }
        (std::index_sequence_for<T...>());
    }
    [[nodiscard]] detail::source_text text() const {
        return {text_, sizeof...(T), has_host_function};
    }
    /// @endcond

private:
    char const* text_;
    [[no_unique_address]] Host host_;
};

/// A call of such a function in an expression.
template <class Source, is_expression... E>
class source_call : public expression {
public:
    /// Whether it can be called with elements of these types.
    template <class... A>
    static constexpr bool takes = (E::template takes<A...> && ...);

    /// @param source the function
    /// @param arguments of the function
    constexpr explicit source_call(Source source, E... arguments)
        : source_(std::move(source)), arguments_(arguments...) {}

    /// @param operands of the call
    /// @return the value of the function of the host
    template <detail::expression_operand... A>
        requires takes<A...>
    typename Source::result operator()(A... operands) const {
        return std::apply([&](E const&... e) { return source_(e(operands...)...); }, arguments_);
    }

    /// @cond internal
    template <class... A>
    static constexpr std::uint8_t write(detail::program_writer& program) {
        return write_converted<A...>(program, typename Source::parameters());
    }
    void capture(detail::scalar_bytes& values) const {
        std::apply([&](E const&... e) { (e.capture(values), ...); }, arguments_);
        values.add(source_.text());
    }
    /// @endcond

private:
    template <class... A, class... T>
    static constexpr std::uint8_t write_converted(detail::program_writer& program,
                                                  detail::type_list<T...>) {
        std::uint8_t const at[] = {
            program.convert<decltype(std::declval<E const&>()(std::declval<A>()...)), T>(
                E::template write<A...>(program))...}; // in order
        return program.add<typename Source::result>(detail::operation::source, at);
    }

    Source source_;
    std::tuple<E...> arguments_;
};

} // namespace gpu::inline v0::expressions
