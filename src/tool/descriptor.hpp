// SPDX-License-Identifier: Apache-2.0
/// @file
/// An open file that is read from its begin to its end.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace tool {

/// A file descriptor, open for reading. Standard input stays open.
class descriptor {
public:
    /// @param path a file, a pipe, or `-` for standard input
    /// @throws std::system_error if it cannot be opened
    /// @throws std::invalid_argument if it is a terminal
    explicit descriptor(std::filesystem::path path);
    ~descriptor();
    descriptor(descriptor const&) = delete;
    descriptor& operator=(descriptor const&) = delete;

    /// Read once, which may wait for another process.
    /// @param target where to
    /// @return how many bytes were read; 0 at the end
    /// @throws std::system_error if it cannot be read
    [[nodiscard]] std::size_t read(std::span<std::byte> target) const;

    /// @return the path
    [[nodiscard]] std::filesystem::path const& path() const { return path_; }

private:
    std::filesystem::path path_;
    int number_;
};

} // namespace tool
