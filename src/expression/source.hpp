// SPDX-License-Identifier: Apache-2.0
/// @file
/// CUDA C++ of expressions. It is made of numbers of operations and types only. So no text of a
/// program gets into it, but that of gpu::source.
#pragma once

#include "program.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>

namespace gpu::inline v0::detail {

/// The number of values that an operation takes, but for `source`.
[[nodiscard]] unsigned arity_of(operation code);

/// The statements of an expression, and the name of the variable with its value. Operands are the
/// variables `x0` and `x1`, and scalars are read through the pointer `scalars`.
struct statements {
    std::string code;
    std::string result;
};
[[nodiscard]] statements statements_of(expression_view const& e);

/// Defines the types of the expressions that CUDA C++ does not have.
[[nodiscard]] std::string type_definitions(std::initializer_list<expression_view> expressions);

/// Reads elements by their position, for `function_by_address` and `typed_function`. The scalars
/// contain the address and the step of each range, from an offset on, as `range_address`. An
/// operand after those of the ranges is the position.
struct position_reader {
    std::uint32_t offset;
    std::uint32_t ranges;
};

/// The address and the step of a range, among the scalars of a kernel.
struct range_address {
    void const* first;
    std::uint64_t step;
};

/// A function with C linkage that takes its operands, and gives its result, by addresses:
/// `void NAME(void* out, const void* a, const void* b, const unsigned char* scalars)`.
/// @param operands the types of the operands
/// @param reader if it is given, `a` is the address of a position
[[nodiscard]] std::string function_by_address(std::string_view name, expression_view const& e,
                                              std::span<number_type const> operands,
                                              std::optional<position_reader> reader = {});

/// An inline function `result_type function(first_type, second_type, unsigned long long position,
/// const unsigned char* scalars)`, and these types.
/// @param operands the types of the operands: of elements, and of the position after these
/// @param ranges whose elements are arguments: up to two
/// @param reader reads all ranges, if it is given; then `ranges` is 0
[[nodiscard]] std::string typed_function(expression_view const& e,
                                         std::span<number_type const> operands,
                                         std::uint32_t ranges,
                                         std::optional<position_reader> reader = {});

} // namespace gpu::inline v0::detail
