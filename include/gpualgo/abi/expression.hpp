// SPDX-License-Identifier: Apache-2.0
/// @file
/// Expressions as they cross into the shared library: a list of instructions, and the values of
/// their scalars. They contain no text.
#pragma once

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
    count ///< of types
};

/// A type that values in expressions may have.
template <class T>
concept number =
    (std::integral<T> && sizeof(T) <= 8) || std::same_as<T, float> || std::same_as<T, double>;

/// The number_type of T. Integers are told apart by size and signedness only.
template <number T>
consteval number_type number_type_of() {
    using enum number_type;
    if constexpr (std::same_as<T, bool>) return boolean;
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
    count ///< of operations
};

/// One step of an expression. `a`, `b` and `c` are the positions of earlier steps.
struct instruction {
    operation code;
    number_type type; ///< of the result
    std::uint8_t a = 0;
    std::uint8_t b = 0;
    std::uint8_t c = 0;
};

/// The largest number of instructions in an expression, and of bytes of its scalars.
inline constexpr std::uint32_t most_instructions = 250;
inline constexpr std::uint32_t most_scalar_bytes = 128;

/// The value of a scalar lies at the next multiple of its size.
constexpr std::uint32_t aligned_offset(std::uint32_t offset, std::uint32_t size) {
    return (offset + size - 1) / size * size;
}

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
};

} // namespace gpu::inline v0::detail
