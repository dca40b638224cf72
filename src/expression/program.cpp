// SPDX-License-Identifier: Apache-2.0
#include "program.hpp"

#include "source.hpp"

#include <gpualgo/error.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace gpu::inline v0::detail {
namespace {

constexpr auto types_of_numbers = static_cast<std::size_t>(number_type::count);
constexpr std::array<std::size_t, types_of_numbers> sizes{1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 2, 2};
constexpr std::array<std::string_view, types_of_numbers> names{"bool",
                                                               "signed char",
                                                               "unsigned char",
                                                               "short",
                                                               "unsigned short",
                                                               "int",
                                                               "unsigned",
                                                               "long long",
                                                               "unsigned long long",
                                                               "float",
                                                               "double",
                                                               "gpualgo_half",
                                                               "gpualgo_bfloat16"};

[[noreturn]] void fail(char const* what) {
    throw unsupported_operator(std::string("this library cannot read the expression: ") + what +
                               "; the program was compiled with newer headers");
}

} // namespace

std::size_t size_of(number_type type) { return sizes[static_cast<std::size_t>(type)]; }

std::string_view name_in_cuda(number_type type) { return names[static_cast<std::size_t>(type)]; }

std::vector<number_type> operands_of(expression_request const& r) {
    std::vector<number_type> types;
    for (auto const& range : inputs_of(r)) types.push_back(range.type);
    if (takes_position(r)) types.push_back(number_type::uint64);
    return types;
}

bool reads_by_position(expression_request const& r) {
    bool const is_reduction = r.element_bytes != 0;
    auto const is_apart = [&](number_range const& range) {
        return range.step != 1 || (is_reduction && size_of(range.type) != r.element_bytes);
    };
    bool const takes_both = r.ranges > 0 && takes_position(r);
    return r.ranges > 2 || (is_reduction && takes_both) ||
           std::ranges::any_of(inputs_of(r), is_apart);
}

void check_program(expression_view const& e, std::span<number_type const> operands) {
    if (e.instructions == nullptr || e.size == 0 || e.size > most_instructions)
        fail("it has no instructions, or too many");
    std::uint32_t scalar_bytes = 0, texts = 0;
    for (std::uint32_t i = 0; i < e.size; ++i) {
        auto const& step = e.instructions[i];
        if (step.type >= number_type::count || step.code >= operation::count)
            fail("an operation or a type has an unknown number");
        if (step.code == operation::operand &&
            (step.a >= operands.size() || operands[step.a] != step.type))
            fail("an operand does not exist, or is of another type");
        auto const size = static_cast<std::uint32_t>(size_of(step.type));
        if (step.code == operation::scalar)
            scalar_bytes = aligned_offset(scalar_bytes, size) + size;
        unsigned arity = arity_of(step.code);
        if (step.code == operation::source) {
            if (texts == e.num_texts || e.texts[texts].text == nullptr ||
                e.texts[texts].arguments > most_text_arguments)
                fail("a text is missing, or takes too many arguments");
            arity = e.texts[texts++].arguments;
        }
        if ((arity > 0 && step.a >= i) || (arity > 1 && step.b >= i) || (arity > 2 && step.c >= i))
            fail("a value is used before it is computed");
    }
    if (scalar_bytes != e.scalar_bytes || scalar_bytes > most_scalar_bytes)
        fail("its scalars have another size");
    if (texts != e.num_texts) fail("it has texts that are not called");
}

void check_predicate(predicate_expression const& by, std::size_t element_bytes) {
    check_program(by.f, operands_of_search(by));
    if (result_of(by.f) != number_type::boolean || size_of(by.type) != element_bytes ||
        (by.made != nullptr && by.type != number_type::uint64))
        throw unsupported_operator("this library tests elements by expressions that give a bool");
}

} // namespace gpu::inline v0::detail
