// SPDX-License-Identifier: Apache-2.0
/// @file
/// Files that the command line names.
#pragma once

#include "array_file.hpp"
#include "quoted.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

namespace tool {

/// A file is not what it should be. The tool exits with 1.
class input_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// @param path an NPY file, or a raw one
/// @param stated the value of `--type`, where it was given
/// @param types that the command can work with
/// @throws input_error where the file is not what it should be
/// @throws std::system_error where it cannot be read; either in one line that names the file
[[nodiscard]] inline array_file open_input(std::string const& path,
                                           std::optional<std::string> const& stated,
                                           std::span<std::string const> types) {
    try {
        auto file = open_array(path, stated ? element_type_named(*stated) : std::nullopt);
        auto const name = facts_of(file.type).name;
        if (std::find(types.begin(), types.end(), name) != types.end()) return file;
        throw input_error(fmt::format("{} holds {}; {} are allowed", quoted_path(path), name,
                                      fmt::join(types, ", ")));
    } catch (std::invalid_argument const& refused) {
        throw input_error(refused.what());
    }
}

} // namespace tool
