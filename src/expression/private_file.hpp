// SPDX-License-Identifier: Apache-2.0
/// @file
/// Files that only the user of the process can have written.
#pragma once

#include <cstdint>
#include <string>

namespace gpu::inline v0::detail {

/// Whether a folder belongs to the user, and others cannot write to it.
[[nodiscard]] bool is_private_folder(std::string const& path);
/// Creates a folder that only the user may enter.
void make_private_folder(std::string const& path);

/// The bytes of a regular file that belongs to the user. Empty if it cannot be read, if others can
/// write to it, or if it has more than `most_bytes`.
[[nodiscard]] std::string read_private_file(std::string const& path, std::uint64_t most_bytes);
/// Writes a file under a temporary name, and then renames it: readers see all of it, or none.
/// @return whether it was written
bool write_private_file(std::string const& path, std::string const& bytes);

} // namespace gpu::inline v0::detail
