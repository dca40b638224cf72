// SPDX-License-Identifier: Apache-2.0
/// @file
/// An array in a file: NPY, or raw numbers.
#pragma once

#include "element_type.hpp"
#include "mapped_file.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tool {

/// The elements of a file in the file's order, and what they are. Owns the mapping that they lie
/// in.
struct array_file {
    std::unique_ptr<mapped_file const> file;
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

/// Opens an NPY file, or a raw file: nothing but elements, in the byte order of this machine. A
/// file is NPY where its name ends in `.npy` or where it begins as such files do, so that no header
/// is ever read as numbers.
/// @param path a regular file, which has to stay as it is while it is open
/// @param stated the type of the elements: needed for a raw file; for an NPY file nothing, or what
/// its header says
/// @throws std::system_error where the file is missing, or cannot be read or mapped
/// @throws std::invalid_argument where it is not what it should be; either in one line that names
/// the file
[[nodiscard]] array_file open_array(std::filesystem::path const& path,
                                    std::optional<element_type> stated = std::nullopt);

} // namespace tool
