// SPDX-License-Identifier: Apache-2.0
/// @file
/// CUDA C++ of expressions. It is made of numbers of operations and types only. So no text of a
/// program gets into it, but that of gpu::source.
#pragma once

#include "program.hpp"

#include <initializer_list>
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

/// A function with C linkage that takes its operands, and gives its result, by addresses:
/// `void NAME(void* out, const void* a, const void* b, const unsigned char* scalars)`.
/// @param operands the types of the operands
[[nodiscard]] std::string function_by_address(std::string_view name, expression_view const& e,
                                              std::span<number_type const> operands);

/// An inline function `result_type function(first_type, second_type, const unsigned char*
/// scalars)`, and these types.
/// @param operands the types of the operands
[[nodiscard]] std::string typed_function(expression_view const& e,
                                         std::span<number_type const> operands);

} // namespace gpu::inline v0::detail
