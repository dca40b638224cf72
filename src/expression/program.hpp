// SPDX-License-Identifier: Apache-2.0
/// @file
/// The instructions of an expression, checked.
#pragma once

#include <gpualgo/abi/expression_request.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace gpu::inline v0::detail {

/// Bytes of a number.
[[nodiscard]] std::size_t size_of(number_type type);
/// The type in CUDA C++: "unsigned char".
[[nodiscard]] std::string_view name_in_cuda(number_type type);

/// The instructions of an expression.
inline std::span<instruction const> instructions_of(expression_view const& e) {
    return {e.instructions, e.size};
}
/// The texts of an expression.
inline std::span<source_text const> texts_of(expression_view const& e) {
    return {e.texts, e.num_texts};
}
/// The type of an expression's value.
inline number_type result_of(expression_view const& e) { return e.instructions[e.size - 1].type; }

/// The ranges that a call reads.
inline std::span<number_range const> inputs_of(expression_request const& r) {
    return {r.in, r.ranges};
}
/// Whether the position is an operand of an expression of a call.
inline bool takes_position(expression_request const& r) {
    return r.uses_position != 0 || r.ranges == 0;
}
/// The types of the operands of an expression of a call: those of its ranges, and of the position.
[[nodiscard]] std::vector<number_type> operands_of(expression_request const& r);

/// Whether the kernel of a call reads the elements of ranges by their position: those that lie
/// apart, and those of more than two ranges. Reductions also do if elements differ in size, or if
/// the position is an operand, too. Otherwise kernels read neighbouring elements at once.
[[nodiscard]] bool reads_by_position(expression_request const& r);

/// The types of the operands of an expression of a search.
/// @tparam By predicate_expression or key_expression
template <class By>
std::vector<number_type> operands_of_search(By const& by) {
    return by.made != nullptr ? operands_of(*by.made) : std::vector{by.type};
}

/// Throws gpu::unsupported_operator if a program is not one that this library's headers write: with
/// unknown numbers, or an operand that is computed later.
/// @param operands the types of the operands
void check_program(expression_view const& e, std::span<number_type const> operands);

/// Throws gpu::unsupported_operator if a predicate's program is not one of these, does not give a
/// bool, or takes elements of another size.
void check_predicate(predicate_expression const& by, std::size_t element_bytes);

} // namespace gpu::inline v0::detail
