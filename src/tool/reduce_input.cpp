// SPDX-License-Identifier: Apache-2.0
#include "reduce_input.hpp"

#include "choices.hpp"
#include "input_file.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <utility>

namespace tool {

namespace {

namespace detail = gpu::detail;

/// The types that an accumulator of some elements can be of.
std::string accumulators_of(std::uint32_t type) {
    std::string names;
    for (std::size_t i = 0; i < detail::known_types.size(); ++i)
        if (detail::known_pairs[type][i])
            (names += names.empty() ? "" : ", ") += detail::known_types[i].name;
    return names;
}

/// The operators that take an accumulator of a type.
std::string operators_of(std::uint32_t accumulator) {
    std::string names;
    for (std::size_t i = 0; i < detail::known_operators.size(); ++i)
        if (detail::known_accepts[i][accumulator])
            (names += names.empty() ? "" : ", ") += detail::known_operators[i];
    return names;
}

} // namespace

reduction_kind kind_of(reduce_arguments const& arguments, std::uint32_t type) {
    auto const accumulator =
        arguments.accumulator ? type_number(detail::known_types, *arguments.accumulator) : type;
    reduction_kind const kind{type, accumulator, operator_number(arguments.op)};
    if (!detail::known_pairs[type][accumulator])
        throw usage_error(fmt::format("--accumulator: totals of {} cannot be {}; {} are allowed",
                                      detail::known_types[type].name,
                                      detail::known_types[accumulator].name,
                                      accumulators_of(type)));
    if (!detail::known_accepts[kind.op][accumulator])
        throw usage_error(fmt::format("--op: {} does not take {}; {} are allowed", arguments.op,
                                      detail::known_types[accumulator].name,
                                      operators_of(accumulator)));
    return kind;
}

void require_elements(reduce_arguments const& arguments, std::size_t n) {
    if (n == 0 && (arguments.op == "minimum" || arguments.op == "maximum"))
        throw input_error(fmt::format("{} has no elements, and so no {}",
                                      input_name(arguments.files[0]), arguments.op));
}

reduction input_of(reduce_arguments const& arguments) {
    auto elements = numbers_of(arguments);
    auto const kind = kind_of(arguments, elements.type);
    require_elements(arguments, elements.count);
    return {std::move(elements), kind.op, kind.accumulator};
}

} // namespace tool
