// SPDX-License-Identifier: Apache-2.0
/// @file
/// A file as a range of bytes in memory.
#pragma once

#include "truncation_guard.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>

namespace tool {

/// The bytes of a regular file, mapped and read from disk when they are first touched: the file may
/// be larger than memory.
///
/// If the file is made shorter while it is mapped, the process ends with one line on stderr and
/// status 1; see `truncation_guard`.
class mapped_file {
public:
    /// Map a file. This never waits for another process: only regular files are opened.
    /// @param path the file
    /// @throws std::system_error if the file is missing, or cannot be read or mapped
    /// @throws std::invalid_argument if it is no regular file, or has bytes but no size, as files
    /// of /proc do
    explicit mapped_file(std::filesystem::path const& path);
    ~mapped_file();
    mapped_file(mapped_file const&) = delete;
    mapped_file& operator=(mapped_file const&) = delete;

    /// @return the bytes, from an address that is aligned for every type; a null pointer and no
    /// bytes for an empty file
    [[nodiscard]] std::span<std::byte const> bytes() const noexcept { return bytes_; }

private:
    explicit mapped_file(std::span<std::byte const> bytes) noexcept : bytes_(bytes) {}

    std::span<std::byte const> bytes_;
    std::optional<truncation_guard> guard_; // none for an empty file, which is not mapped
};

} // namespace tool
