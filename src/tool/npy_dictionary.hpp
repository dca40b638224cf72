// SPDX-License-Identifier: Apache-2.0
/// @file
/// The text in the header of an NPY file: the literal of a Python dictionary with three keys.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace tool {

/// The values of the dictionary, before any check.
struct npy_dictionary {
    /// the type of elements: byte order, letter, bytes; a part of the text
    std::string_view descr;
    bool fortran_order;             ///< the first index runs fastest, not the last
    std::vector<std::size_t> shape; ///< empty for a single number
};

/// The limit of NumPy's arrays.
inline constexpr std::size_t most_dimensions = 64;

/// Parse the forms that NumPy and other writers of the format use. The three keys are in any order,
/// each once, in strings without escapes. A comma may follow the last. Spaces may be anywhere, line
/// feeds at the end.
/// @param text the header, without the prologue
/// @throws std::invalid_argument a sentence about the header, if it has another form or a
/// structured type
[[nodiscard]] npy_dictionary parse_npy_dictionary(std::string_view text);

} // namespace tool
