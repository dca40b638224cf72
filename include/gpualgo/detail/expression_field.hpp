// SPDX-License-Identifier: Apache-2.0
/// @file
/// Fields of elements that are tuples, as operands of expressions.
#pragma once

#include <gpualgo/detail/element_bytes.hpp>
#include <gpualgo/detail/expression_node.hpp>
#include <gpualgo/detail/expression_operand.hpp>
#include <gpualgo/detail/expression_program.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::expressions {

/// An operand: field I of element K of a call.
template <std::size_t I, std::size_t K>
struct field_of : expression {
    /// Whether it can be called with elements of these types.
    template <class... A>
    static constexpr bool takes = [] {
        if constexpr (K >= sizeof...(A)) return false;
        else return detail::has_number_field<std::tuple_element_t<K, std::tuple<A...>>, I>();
    }();

    /// @param elements of the call
    /// @return field I of element K
    template <detail::expression_operand... A>
        requires takes<A...>
    [[gnu::always_inline]] constexpr auto operator()(A const&... elements) const {
        using number = number_of<A...>;
        return static_cast<detail::computed_number<number>>(
            static_cast<number>(std::get<I>(std::get<K>(std::tuple<A const&...>(elements...)))));
    }

    /// @cond internal
    template <class... A>
    static constexpr std::uint8_t write(detail::program_writer& program) {
        using number = number_of<A...>;
        return program.convert<number, detail::computed_number<number>>(
            program.add<number>(detail::operation::operand,
                                static_cast<std::uint8_t>(detail::first_operand<K, A...> + I)));
    }
    constexpr void capture(detail::scalar_bytes&) const {}
    /// @endcond

private:
    template <class... A>
    using number_of = detail::field_number<I, std::tuple_element_t<K, std::tuple<A...>>>;
};

} // namespace gpu::inline v0::expressions

namespace gpu::inline v0::detail {

/// The operands that an expression of elements of types A reads, in its instructions.
template <class E, class... A>
struct operands_read {
    /// Whether an operand is read.
    static constexpr auto is_read = [] {
        program_writer program;
        (void)E::template write<A...>(program);
        std::array<bool, (0 + ... + operands_in<A>)> found{};
        for (std::uint32_t i = 0; i < program.size; ++i)
            if (program.code[i].code == operation::operand) found[program.code[i].a] = true;
        return found;
    }();
    /// How many operands before another one are read.
    static constexpr std::size_t before(std::size_t operand) {
        std::size_t ahead = 0;
        for (std::size_t k = 0; k < operand; ++k) ahead += is_read[k];
        return ahead;
    }
    static constexpr std::size_t count = before(is_read.size()); ///< operands that are read
};

/// Adds the bytes of the operands that are read of one source of elements.
template <class Source, std::size_t N>
constexpr void add_bytes(element_bytes& bytes, std::array<bool, N> const& is_read,
                         std::size_t& operand) {
    if constexpr (tuple_like<typename Source::value_type>) {
        [&]<std::size_t... K>(std::index_sequence<K...>) {
            ((is_read[operand++] ? bytes.add(Source::template of_field<K>()) : void()), ...);
        }
        (std::make_index_sequence<operands_in<typename Source::value_type>>());
    } else if (is_read[operand++]) {
        bytes.add(Source::bytes);
    }
}

/// An expression of tuples reads some of their fields.
template <expressions::is_expression E, class... Sources>
    requires(tuple_like<typename read_source<Sources>::value_type> || ...)
inline constexpr element_bytes bytes_read_by<E, Sources...> = [] {
    element_bytes bytes;
    std::size_t operand = 0;
    (detail::add_bytes<read_source<Sources>>(
         bytes, operands_read<E, typename read_source<Sources>::value_type...>::is_read, operand),
     ...);
    return bytes;
}();

/// Evaluates an expression with the operands that it reads in memory.
template <class E, class R, class... A>
void evaluate_read_operands(void const* object, void* result, void const* const* elements) {
    using read = operands_read<E, A...>;
    auto const& e = *static_cast<E const*>(object);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        R const value = convert_number<R>()(
            e(read::is_read[I] ? *static_cast<A const*>(elements[read::before(I)]) : A()...));
        std::memcpy(result, &value, sizeof value);
    }
    (std::index_sequence_for<A...>());
}

/// The same as `view_of`, but operands that are not read are left out.
/// @tparam R the type of the result
/// @tparam A the types of all operands: numbers
template <class R, class... A, class E>
expression_view view_of_read_operands(E const& e, scalar_bytes& scalars) {
    using read = operands_read<E, A...>;
    static constexpr auto instructions = [] {
        auto steps = expression_program<E, R, A...>::instructions;
        for (auto& step : steps)
            if (step.code == operation::operand)
                step.a = static_cast<std::uint8_t>(read::before(step.a));
        return steps;
    }();
    expression_view view = detail::view_of<R, A...>(e, scalars);
    view.instructions = instructions.data();
    view.evaluate = &evaluate_read_operands<E, R, A...>;
    return view;
}

} // namespace gpu::inline v0::detail
