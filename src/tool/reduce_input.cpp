// SPDX-License-Identifier: Apache-2.0
#include "reduce_input.hpp"

#include "choices.hpp"
#include "input_file.hpp"
#include "inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

namespace tool {

namespace {

namespace detail = gpu::detail;

static_assert(std::ranges::all_of(detail::known_types,
                                  [](detail::type_facts const& type) {
                                      return element_type_named(type.name).has_value();
                                  }),
              "a listed type must have a format in files");

numbers numbers_of(reduce_arguments const& arguments) {
    if (!arguments.file)
        return random_numbers(type_number(detail::known_types, arguments.type.value_or("int32")),
                              arguments.n);
    auto const file = std::make_shared<array_file const>(
        open_input(*arguments.file, arguments.type, type_choices(detail::known_types)));
    return {type_number(detail::known_types, facts_of(file->type).name),
            {file, file->data},
            file->count};
}

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

reduction input_of(reduce_arguments const& arguments) {
    reduction const what = [&] {
        auto elements = numbers_of(arguments);
        auto const accumulator = arguments.accumulator
                                     ? type_number(detail::known_types, *arguments.accumulator)
                                     : elements.type;
        return reduction{std::move(elements), operator_number(arguments.op), accumulator};
    }();
    auto const type = what.elements.type;
    if (!detail::known_pairs[type][what.accumulator])
        throw usage_error(fmt::format("--accumulator: totals of {} cannot be {}; {} are allowed",
                                      detail::known_types[type].name,
                                      detail::known_types[what.accumulator].name,
                                      accumulators_of(type)));
    if (!detail::known_accepts[what.op][what.accumulator])
        throw usage_error(fmt::format("--op: {} does not take {}; {} are allowed", arguments.op,
                                      detail::known_types[what.accumulator].name,
                                      operators_of(what.accumulator)));
    if (what.elements.count == 0 && (arguments.op == "minimum" || arguments.op == "maximum"))
        throw input_error(fmt::format("{} has no elements, and so no {}",
                                      quoted_path(*arguments.file), arguments.op));
    return what;
}

} // namespace tool
