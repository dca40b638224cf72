// SPDX-License-Identifier: Apache-2.0
/// @file
/// Input that can be read once only: standard input and pipes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace tool {

/// @return whether a path is `-`, or names a pipe or a socket
[[nodiscard]] bool is_streamed(std::filesystem::path const& path);

/// @return the name to call an input by in messages: `standard input`, or the path in quotes
[[nodiscard]] std::string input_name(std::filesystem::path const& path);

/// All bytes of a stream, in memory.
class streamed_file {
public:
    /// Read to the end, which may wait for another process.
    /// @param path `-` for standard input, or a pipe
    /// @throws std::system_error if it cannot be read
    /// @throws std::invalid_argument if standard input is a terminal
    /// @throws gpu::out_of_memory if the stream is larger than the free memory
    explicit streamed_file(std::filesystem::path const& path);

    /// @return the bytes, from an address that is aligned for every type
    [[nodiscard]] std::span<std::byte const> bytes() const noexcept {
        return {bytes_.get(), size_};
    }

private:
    struct release {
        void operator()(std::byte* memory) const noexcept;
    };
    std::unique_ptr<std::byte, release> bytes_;
    std::size_t size_ = 0;
};

} // namespace tool
