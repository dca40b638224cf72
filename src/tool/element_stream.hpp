// SPDX-License-Identifier: Apache-2.0
/// @file
/// Elements that are read piece by piece: a stream may be larger than memory.
#pragma once

#include "descriptor.hpp"
#include "element_type.hpp"
#include "npy.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace tool {

/// An NPY file or raw elements, from standard input or a pipe. Only one piece is in memory.
class element_stream {
public:
    /// Read the first piece, with the header if there is one.
    /// @param path `-` for standard input, or a pipe
    /// @param stated the type of the elements, as for `open_array`
    /// @throws std::system_error if it cannot be read
    /// @throws std::invalid_argument if it is malformed; either in one line that names the stream
    explicit element_stream(std::filesystem::path const& path, std::optional<element_type> stated);

    /// @return the type of the elements
    [[nodiscard]] element_type type() const { return type_; }

    /// Read more, which may wait for another process.
    /// @return the bytes of the next elements, at an address that is aligned for every type; none
    /// at the end. They are valid until the next call
    /// @throws what the constructor throws, if the stream has too few or too many bytes
    [[nodiscard]] std::span<std::byte const> next();

private:
    void fill();
    void check() const;

    descriptor file_;
    std::vector<std::byte> buffer_;
    std::size_t filled_ = 0;    ///< bytes in the buffer
    std::size_t delivered_ = 0; ///< bytes of the buffer that `next` has returned
    std::size_t read_ = 0;      ///< bytes of elements so far
    bool has_ended_ = false;
    std::optional<npy_header> header_{}; ///< of an NPY file
    element_type type_{};
};

} // namespace tool
