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

/// The elements of a file, of a type of the library.
numbers numbers_in(std::string const& path, std::optional<std::string> const& stated) {
    auto const file = std::make_shared<array_file const>(
        open_input(path, stated, type_choices(detail::known_types)));
    return {type_number(detail::known_types, facts_of(file->type).name),
            {file, file->data},
            file->count};
}

/// The elements of several files, one after the other in memory.
numbers joined(std::vector<std::string> const& paths, std::optional<std::string> const& stated) {
    std::vector<numbers> parts;
    std::size_t count = 0;
    for (auto const& path : paths) {
        parts.push_back(numbers_in(path, stated));
        count += parts.back().count;
        auto const name = [&](numbers const& part) { return detail::known_types[part.type].name; };
        if (parts.back().type != parts[0].type)
            throw input_error(fmt::format(
                "{} holds {}, but {} holds {}; several files must hold one type",
                input_name(paths[0]), name(parts[0]), input_name(path), name(parts.back())));
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
                                      input_name(arguments.files[0]), arguments.op));
    return what;
}

} // namespace tool
