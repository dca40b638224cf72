// SPDX-License-Identifier: Apache-2.0
/// @file
/// Writes files as a whole or not at all.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string_view>

namespace tool {

/// Write a file under a temporary name, and rename it after it is whole and on the disk. After a
/// failure the old file is unchanged.
/// @param path a regular file, which is replaced, or none
/// @param parts of the contents, in order
/// @throws std::system_error if it cannot be written; in one line that names the file
void write_file(std::filesystem::path const& path, std::initializer_list<std::string_view> parts);

} // namespace tool
