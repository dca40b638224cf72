// SPDX-License-Identifier: Apache-2.0
#include "reduce_input.hpp"

#include "choices.hpp"
#include "host_memory.hpp"
#include "input_file.hpp"
#include "inputs.hpp"
#include "streamed_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tool {

namespace {

namespace detail = gpu::detail;

static_assert(std::ranges::all_of(detail::known_types,
                                  [](detail::type_facts const& type) {
                                      return element_type_named(type.name).has_value();
                                  }),
              "a listed type must have a format in files");

/// The elements of several files, one after the other in memory.
numbers joined(std::vector<std::string> const& paths, std::optional<std::string> const& stated) {
    std::vector<numbers> parts;
    std::size_t count = 0;
    for (auto const& path : paths) {
        parts.push_back(numbers_in(path, stated));
        count += parts.back().count;
        require_same_type(path, parts.back().type, paths[0], parts[0].type);
    }
    std::size_t const size = detail::known_types[parts[0].type].size;
    require_memory(count, size);
    auto const memory = std::make_shared_for_overwrite<std::byte[]>(count * size);
    std::byte* end = memory.get();
    for (auto const& part : parts)
        end = std::copy_n(static_cast<std::byte const*>(part.first.get()), part.bytes(), end);
    return {parts[0].type, {memory, memory.get()}, count};
}

numbers numbers_of(reduce_arguments const& arguments) {
    auto const& files = arguments.files;
    if (files.empty())
        return random_numbers(type_number(detail::known_types, arguments.type.value_or("int32")),
                              arguments.n);
    return files.size() == 1 ? numbers_in(files[0], arguments.type) : joined(files, arguments.type);
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

numbers numbers_in(std::string const& path, std::optional<std::string> const& stated) {
    auto const file = std::make_shared<array_file const>(
        open_input(path, stated, type_choices(detail::known_types)));
    return {type_number(detail::known_types, facts_of(file->type).name),
            {file, file->data},
            file->count};
}

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

void require_same_type(std::string const& path, std::uint32_t type, std::string const& first_path,
                       std::uint32_t first_type) {
    if (type == first_type) return;
    throw input_error(fmt::format("{} holds {}, but {} holds {}; several files must hold one type",
                                  input_name(first_path), detail::known_types[first_type].name,
                                  input_name(path), detail::known_types[type].name));
}

reduction input_of(reduce_arguments const& arguments) {
    auto elements = numbers_of(arguments);
    auto const kind = kind_of(arguments, elements.type);
    require_elements(arguments, elements.count);
    return {std::move(elements), kind.op, kind.accumulator};
}

} // namespace tool
