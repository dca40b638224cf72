// SPDX-License-Identifier: Apache-2.0
#include "range_input.hpp"

#include "choices.hpp"
#include "host_memory.hpp"
#include "input_file.hpp"
#include "inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
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

} // namespace

numbers numbers_in(std::string const& path, std::optional<std::string> const& stated) {
    auto const file = std::make_shared<array_file const>(
        open_input(path, stated, type_choices(detail::known_types)));
    return {type_number(detail::known_types, facts_of(file->type).name),
            {file, file->data},
            file->count};
}

void require_same_type(std::string const& path, std::uint32_t type, std::string const& first_path,
                       std::uint32_t first_type) {
    if (type == first_type) return;
    throw input_error(fmt::format("{} holds {}, but {} holds {}; several files must hold one type",
                                  input_name(first_path), detail::known_types[first_type].name,
                                  input_name(path), detail::known_types[type].name));
}

numbers numbers_of(range_arguments const& arguments) {
    auto const& files = arguments.files;
    if (files.empty())
        return random_numbers(type_number(detail::known_types, arguments.type.value_or("int32")),
                              arguments.n);
    return files.size() == 1 ? numbers_in(files[0], arguments.type) : joined(files, arguments.type);
}

} // namespace tool
