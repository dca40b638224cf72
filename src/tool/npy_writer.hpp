// SPDX-License-Identifier: Apache-2.0
/// @file
/// Writes NPY files.
#pragma once

#include "element_type.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace tool {

/// Write a matrix as an NPY file of version 1.0 in C order, as a whole or not at all.
/// @param path a regular file, which is replaced, or none
/// @param type of the elements
/// @param rows how many
/// @param columns how many
/// @param elements by rows
/// @throws std::system_error if it cannot be written; in one line that names the file
void write_npy(std::filesystem::path const& path, element_type type, std::int64_t rows,
               std::int64_t columns, void const* elements);

/// Write an array of one dimension in the same way.
/// @param count of elements
void write_npy(std::filesystem::path const& path, element_type type, std::size_t count,
               void const* elements);

} // namespace tool
