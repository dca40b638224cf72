// SPDX-License-Identifier: Apache-2.0
/// @file
/// Expressions of the values of other expressions.
#pragma once

#include <gpualgo/abi/expression.hpp>
#include <gpualgo/detail/expression_node.hpp>
#include <gpualgo/detail/expression_operand.hpp>
#include <gpualgo/detail/expression_program.hpp>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// The value of an expression of operands of types A.
template <class E, class... A>
using expression_value = decltype(std::declval<E const&>()(std::declval<A>()...));

/// The operands of a composed expression, while its instructions are written.
struct composed_operands {
    bool is_read[most_instructions] = {};
    std::uint8_t position[most_instructions] = {}; ///< of their values, if they are read
    std::size_t count = 0;

    constexpr void add(std::uint8_t at) { position[count++] = at; }
};

template <class E>
inline constexpr bool is_whole_operand = false;
template <std::size_t K>
inline constexpr bool is_whole_operand<expressions::placeholder<K>> = true;

/// The values of other expressions as a tuple, of which gpu::field takes one.
template <expressions::is_expression... E>
class expression_row : public expressions::expression {
public:
    template <class... A>
    static constexpr bool takes = (E::template takes<A...> && ...);

    constexpr explicit expression_row(E... fields) : fields_(fields...) {}

    template <stored_number... A>
        requires takes<A...>
    [[gnu::always_inline]] constexpr auto operator()(A... operands) const {
        return std::apply(
            [&](E const&... e) {
                return std::tuple<expression_value<E, A...>...>(e(operands...)...);
            },
            fields_);
    }

    /// Writes the fields. Ranges that are not read have no instructions, and are no operands of the
    /// kernel.
    template <class... A>
    static constexpr void write_fields(program_writer& program, composed_operands& operands) {
        (operands.add(is_whole_operand<E> && !operands.is_read[operands.count]
                          ? std::uint8_t{}
                          : E::template write<A...>(program)),
         ...);
    }
    constexpr void capture(scalar_bytes& bytes) const {
        std::apply([&](E const&... e) { (e.capture(bytes), ...); }, fields_);
    }

private:
    std::tuple<E...> fields_;
};

/// @return a tuple of the values of expressions
template <class... E>
constexpr auto make_row(E const&... fields) {
    return expression_row<E...>(fields...);
}

/// The expression f of the values of other expressions.
template <expressions::is_expression F, expressions::is_expression... E>
class composed : public expressions::expression {
public:
    template <class... A>
    static constexpr bool takes = (E::template takes<A...> && ...);

    constexpr explicit composed(F f, E... inner) : f_(f), inner_(inner...) {}

    template <stored_number... A>
        requires takes<A...>
    [[gnu::always_inline]] constexpr auto operator()(A... operands) const {
        return std::apply([&](E const&... e) { return f_(e(operands...)...); }, inner_);
    }

    template <class... A>
    static constexpr std::uint8_t write(program_writer& program) {
        program_writer outer;
        std::uint8_t const last = F::template write<expression_value<E, A...>...>(outer);
        composed_operands operands;
        for (std::uint32_t i = 0; i < outer.size; ++i)
            if (outer.code[i].code == operation::operand) operands.is_read[outer.code[i].a] = true;
        (write_operand<E, A...>(program, operands), ...);
        std::uint8_t position[most_instructions] = {};
        for (std::uint32_t i = 0; i < outer.size; ++i) {
            instruction const step = outer.code[i];
            if (step.code == operation::operand) {
                position[i] = operands.position[step.a];
            } else {
                program.code[program.size] = {step.code, step.type, position[step.a],
                                              position[step.b], position[step.c]};
                position[i] = static_cast<std::uint8_t>(program.size++);
            }
        }
        return position[last];
    }
    constexpr void capture(scalar_bytes& bytes) const {
        std::apply([&](E const&... e) { (e.capture(bytes), ...); }, inner_);
        f_.capture(bytes);
    }

private:
    template <class Inner, class... A>
    static constexpr void write_operand(program_writer& program, composed_operands& operands) {
        if constexpr (tuple_like<expression_value<Inner, A...>>)
            Inner::template write_fields<A...>(program, operands);
        else operands.add(Inner::template write<A...>(program));
    }

    [[no_unique_address]] F f_;
    std::tuple<E...> inner_;
};

/// @return f of the values of other expressions
template <class F, class... E>
constexpr auto compose(F const& f, E const&... inner) {
    return composed<F, E...>(f, inner...);
}

} // namespace gpu::inline v0::detail
