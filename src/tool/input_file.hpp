// SPDX-License-Identifier: Apache-2.0
/// @file
/// Files that the command line names.
#pragma once

#include "array_file.hpp"
#include "streamed_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

namespace tool {

/// A file is malformed or does not fit the command. The tool exits with 1.
class input_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// @param path an NPY file, a raw one, a pipe, or `-` for standard input
/// @param stated the value of `--type`, if it was given
/// @param types that the command can work with
/// @throws input_error if the file is malformed or holds another type
/// @throws std::system_error if it cannot be read; either in one line that names the file
[[nodiscard]] inline array_file open_input(std::string const& path,
                                           std::optional<std::string> const& stated,
                                           std::span<std::string const> types) {
    try {
        auto file = open_array(path, stated ? element_type_named(*stated) : std::nullopt);
        auto const name = facts_of(file.type).name;
        if (std::find(types.begin(), types.end(), name) != types.end()) return file;
        throw input_error(fmt::format("{} holds {}; {} are allowed", input_name(path), name,
                                      fmt::join(types, ", ")));
    } catch (std::invalid_argument const& refused) {
        throw input_error(refused.what());
    }
}

} // namespace tool
