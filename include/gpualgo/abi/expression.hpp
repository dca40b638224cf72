// SPDX-License-Identifier: Apache-2.0
/// @file
/// Expressions as they cross into the shared library: a list of instructions, and the values of
/// their scalars. They contain no text, but that of gpu::source.
#pragma once

#include <gpualgo/bfloat16.hpp>
#include <gpualgo/half.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The types of values in expressions.
enum class number_type : std::uint8_t {
    boolean,
    int8,
    uint8,
    int16,
    uint16,
    int32,
    uint32,
    int64,
    uint64,
    float32,
    float64,
    float16,  ///< of operands and results only: expressions compute in float
    bfloat16, ///< likewise
    count     ///< of types
};

/// A type that values in expressions may have.
template <class T>
concept number =
    (std::integral<T> && sizeof(T) <= 8) || std::same_as<T, float> || std::same_as<T, double>;

/// A type that elements may have: a number, or one that expressions convert to float.
template <class T>
concept stored_number = number<T> || std::same_as<T, half> || std::same_as<T, gpu::bfloat16>;

/// The type in which expressions compute with a T.
template <stored_number T>
using computed_number = std::conditional_t<number<T>, T, float>;

/// The number_type of T. Integers are told apart by size and signedness only.
template <stored_number T>
consteval number_type number_type_of() {
    using enum number_type;
    if constexpr (std::same_as<T, bool>) return boolean;
    else if constexpr (std::same_as<T, half>) return float16;
    else if constexpr (std::same_as<T, gpu::bfloat16>) return number_type::bfloat16;
    else if constexpr (std::floating_point<T>) return sizeof(T) == 4 ? float32 : float64;
    else {
        constexpr number_type with_sign[] = {int8, int16, int32, int64};
        constexpr number_type without_sign[] = {uint8, uint16, uint32, uint64};
        constexpr int size_log = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
        return (std::signed_integral<T> ? with_sign : without_sign)[size_log];
    }
}

/// The operations of instructions. Programs carry these numbers: new ones are only appended.
enum class operation : std::uint8_t {
    operand, ///< the element of the range `a`
    scalar,  ///< the next captured scalar
    convert, ///< of another type
    add,
    subtract,
    multiply,
    divide,
    remainder,
    negate,
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    logical_and,
    logical_or,
    logical_not,
    bit_and,
    bit_or,
    bit_xor,
    bit_not,
    shift_left,
    shift_right,
    select, ///< `a ? b : c`
    minimum,
    maximum,
    absolute,
    square_root,
    exponential,
    logarithm,
    sine,
    cosine,
    hyperbolic_tangent,
    power,
    fused_multiply_add,
    floor,
    ceiling,
    truncate,
    source, ///< the next text, called with its arguments `a`, `b` and `c`
    cube_root,
    hypotenuse,
    power_of_2,
    exponential_minus_1,
    binary_logarithm,
    decimal_logarithm,
    logarithm_of_1_plus,
    tangent,
    arc_sine,
    arc_cosine,
    arc_tangent,
    angle_of_point,
    hyperbolic_sine,
    hyperbolic_cosine,
    error_function,
    round,
    count ///< of operations
};

/// One step of an expression. `a`, `b` and `c` are the positions of earlier steps.
struct instruction {
    operation code = {};
    number_type type = {}; ///< of the result
    std::uint8_t a = 0;
    std::uint8_t b = 0;
    std::uint8_t c = 0;
};

/// The largest number of instructions in an expression, and of bytes of its scalars.
inline constexpr std::uint32_t most_instructions = 250;
inline constexpr std::uint32_t most_scalar_bytes = 128;
/// The largest number of texts in an expression, and of arguments of one.
inline constexpr std::uint32_t most_texts = 4;
inline constexpr std::uint32_t most_text_arguments = 3;

/// The value of a scalar lies at the next multiple of its size.
constexpr std::uint32_t aligned_offset(std::uint32_t offset, std::uint32_t size) {
    return (offset + size - 1) / size * size;
}

/// A function in CUDA C++, see gpu::source.
struct source_text {
    char const* text = nullptr;
    std::uint32_t arguments = 0;
    std::uint32_t has_host_function = 0; ///< 1 if `evaluate` can call it
};

/// An expression of one element, or of two.
struct expression_view {
    instruction const* instructions = nullptr; ///< null if there is no expression
    std::uint32_t size = 0;                    ///< instructions; the last is the result
    std::uint32_t scalar_bytes = 0;
    void const* scalars = nullptr;
    /// Evaluates the expression in the program, for the simulated device.
    /// @param elements the addresses of the operands
    void (*evaluate)(void const* object, void* result, void const* const* elements) = nullptr;
    void const* object = nullptr; ///< the first argument of `evaluate`
    source_text const* texts = nullptr;
    std::uint32_t num_texts = 0;
};

} // namespace gpu::inline v0::detail
