// SPDX-License-Identifier: Apache-2.0
/// @file
/// The text in the header of an NPY file: the literal of a Python dictionary with three keys.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace tool {

/// What the dictionary says, before it is checked against anything.
struct npy_dictionary {
    /// the type of elements: byte order, letter, bytes; a part of the text
    std::string_view descr;
    bool fortran_order;             ///< the first index runs fastest, not the last
    std::vector<std::size_t> shape; ///< empty for a single number
};

/// The most dimensions that NumPy's arrays have.
inline constexpr std::size_t most_dimensions = 64;

/// Parses what NumPy and other writers of the format write: the three keys in any order, each once,
/// in strings without escapes, with or without a comma after the last, spaces anywhere, line feeds
/// and spaces behind.
/// @param text the header, without the prologue
/// @throws std::invalid_argument a sentence about the header, where it is anything else, or of a
/// structured type
[[nodiscard]] npy_dictionary parse_npy_dictionary(std::string_view text);

} // namespace tool
