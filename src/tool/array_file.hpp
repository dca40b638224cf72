// SPDX-License-Identifier: Apache-2.0
/// @file
/// An array in a file: NPY, or raw numbers.
#pragma once

#include "element_type.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tool {

/// The elements of a file, in the file's order. Owns the memory or the mapping that holds them.
struct array_file {
    std::shared_ptr<void const> owner; ///< of the memory
    bool is_npy;                       ///< otherwise it is a raw file
    element_type type;
    std::vector<std::size_t> shape; ///< empty for a single number
    bool fortran_order;             ///< the first index runs fastest, not the last
    std::size_t count;              ///< elements: the product of the shape
    void const* data;               ///< the first element, aligned for its type

    /// @tparam T the C++ type of `type`
    /// @return all elements
    template <class T>
    [[nodiscard]] std::span<T const> elements() const noexcept {
        return {static_cast<T const*>(data), count};
    }
};

/// @param stated the value of `--type`, if it was given
/// @return the type of a raw file's elements
/// @throws std::invalid_argument if it was not given
[[nodiscard]] element_type type_of_raw(std::optional<element_type> stated);

/// @param bytes of a raw file
/// @param type of its elements
/// @return how many elements it has
/// @throws std::invalid_argument if the last one is not complete
[[nodiscard]] std::size_t count_of_raw(std::size_t bytes, element_type type);

/// Open an NPY file, or a raw file: nothing but elements, in the byte order of this machine. A file
/// is NPY if its name ends in `.npy` or if it begins as such files do: no header is ever read as
/// numbers. Regular files are mapped; standard input and pipes are read into memory.
/// @param path a regular file, which must not change while it is open; a pipe; or `-` for standard
/// input
/// @param stated the type of the elements: needed for a raw file; for an NPY file nothing, or the
/// type that its header gives
/// @throws std::system_error if the file is missing, or cannot be read or mapped
/// @throws std::invalid_argument if it is malformed; either in one line that names the file
/// @throws gpu::out_of_memory if a stream does not fit into memory
[[nodiscard]] array_file open_array(std::filesystem::path const& path,
                                    std::optional<element_type> stated = std::nullopt);

} // namespace tool
