// SPDX-License-Identifier: Apache-2.0
/// @file
/// Makes the instructions of an expression during compilation, and collects its scalars.
#pragma once

#include <gpualgo/abi/expression.hpp>
#include <gpualgo/detail/expression_functions.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// Instructions so far.
struct program_writer {
    instruction code[most_instructions]{};
    std::uint32_t size = 0;

    /// Appends an instruction with a result of type T.
    /// @return its position
    template <class T, class... Positions>
    constexpr std::uint8_t add(operation what, Positions... at) {
        // If this fails to compile, the expression has too many operations.
        code[size] = {what, number_type_of<T>(), at...};
        return static_cast<std::uint8_t>(size++);
    }
    template <class T, std::size_t N>
    constexpr std::uint8_t add(operation what, std::uint8_t const (&at)[N]) {
        static_assert(N <= 3 && most_text_arguments == 3);
        if constexpr (N == 1) return add<T>(what, at[0]);
        else if constexpr (N == 2) return add<T>(what, at[0], at[1]);
        else return add<T>(what, at[0], at[1], at[2]);
    }

    /// Converts a value, if the types differ.
    /// @return the position of the converted value
    template <class From, class To>
    constexpr std::uint8_t convert(std::uint8_t at) {
        if constexpr (number_type_of<From>() == number_type_of<To>()) return at;
        else return add<To>(operation::convert, at);
    }
};

/// The values of an expression's scalars, and its texts, in the order of their instructions.
struct scalar_bytes {
    alignas(16) std::byte bytes[most_scalar_bytes];
    std::uint32_t size = 0;
    std::uint32_t num_texts = 0;
    source_text texts[most_texts];

    template <class T>
    void add(T const& value) {
        std::uint32_t const at = aligned_offset(size, sizeof(T));
        std::memset(bytes + size, 0, at - size);
        std::memcpy(bytes + at, &value, sizeof(T));
        size = at + sizeof(T);
    }
    void add(source_text const& text) { texts[num_texts++] = text; }
};

/// The bytes that the scalars of a program take.
constexpr std::uint32_t bytes_of_scalars(program_writer const& program) {
    constexpr std::uint8_t sizes[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 2, 2};
    static_assert(std::size(sizes) == static_cast<std::size_t>(number_type::count));
    std::uint32_t bytes = 0;
    for (std::uint32_t i = 0; i < program.size; ++i) {
        if (program.code[i].code != operation::scalar) continue;
        std::uint32_t const size = sizes[static_cast<std::size_t>(program.code[i].type)];
        bytes = aligned_offset(bytes, size) + size;
    }
    return bytes;
}

/// The texts of a program.
constexpr std::uint32_t number_of_texts(program_writer const& program) {
    std::uint32_t texts = 0;
    for (std::uint32_t i = 0; i < program.size; ++i)
        texts += program.code[i].code == operation::source;
    return texts;
}

/// Writes an expression on operands of types A, with a result of type R.
template <class E, class R, class... A>
consteval program_writer written_program() {
    program_writer program;
    using value = decltype(std::declval<E const&>()(std::declval<A>()...));
    auto const at = program.convert<value, R>(E::template write<A...>(program));
    // The last value is the result. Others may follow it: fields of a row that are not used.
    if (at + 1u != program.size) (void)program.add<R>(operation::convert, at);
    return program;
}

/// The instructions of an expression on operands of types A, with a result of type R.
template <class E, class R, class... A>
class expression_program {
    static constexpr program_writer all = written_program<E, R, A...>();
    static_assert(bytes_of_scalars(all) <= most_scalar_bytes,
                  "gpu expressions: the numbers in an expression may have 128 bytes in total");
    static_assert(number_of_texts(all) <= most_texts,
                  "gpu expressions: an expression may have 4 functions of gpu::source at most");

public:
    static constexpr auto instructions = [] {
        std::array<instruction, all.size> used{};
        for (std::uint32_t i = 0; i < all.size; ++i) used[i] = all.code[i];
        return used;
    }();
};

/// Evaluates an expression with its operands in memory.
template <class E, class R, class... A>
void evaluate_expression(void const* object, void* result, void const* const* elements) {
    auto const& e = *static_cast<E const*>(object);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        R const value = convert_number<R>()(e(*static_cast<A const*>(elements[I])...));
        std::memcpy(result, &value, sizeof value);
    }
    (std::index_sequence_for<A...>());
}

/// An expression, for a request. Lives as long as the expression and its scalars.
/// @tparam R the type of the result
/// @tparam A the types of the operands
template <class R, class... A, class E>
expression_view view_of(E const& e, scalar_bytes& scalars) {
    static constexpr auto& instructions = expression_program<E, R, A...>::instructions;
    e.capture(scalars);
    return {instructions.data(),
            static_cast<std::uint32_t>(instructions.size()),
            scalars.size,
            scalars.bytes,
            &evaluate_expression<E, R, A...>,
            &e,
            scalars.texts,
            scalars.num_texts};
}

} // namespace gpu::inline v0::detail
