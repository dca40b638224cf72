// SPDX-License-Identifier: Apache-2.0
/// @file
/// The input of commands that read an array: the numbers of files, or random ones.
#pragma once

#include "arguments.hpp"
#include "numbers.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace tool {

/// @param path a file
/// @param stated the value of `--type`, if it was given
/// @return its elements, of a type of the library
/// @throws input_error if the file is malformed
/// @throws std::system_error if it cannot be read
[[nodiscard]] numbers numbers_in(std::string const& path, std::optional<std::string> const& stated);

/// @param path of the file
/// @param type of its elements
/// @param first_path of the first file
/// @param first_type of that file's elements
/// @throws input_error if these differ
void require_same_type(std::string const& path, std::uint32_t type, std::string const& first_path,
                       std::uint32_t first_type);

/// @param arguments the command
/// @return its numbers; random ones if it names no file
/// @throws input_error if a file is malformed, or files hold several types
/// @throws std::system_error if a file cannot be read
[[nodiscard]] numbers numbers_of(range_arguments const& arguments);

} // namespace tool
