// SPDX-License-Identifier: Apache-2.0
/// @file
/// Writes text into the fixed arrays of the plain structs that cross the library boundary.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace gpu::inline v0::detail {

/// Writes the text, cut to the size of the array, and a terminating zero.
template <std::size_t Size>
void write_text(char (&target)[Size], std::string_view text) {
    std::size_t const length = std::min(text.size(), Size - 1);
    std::copy_n(text.data(), length, target);
    target[length] = 0;
}

/// Appends the text, cut to the size of the array, after "; " unless the array is empty.
template <std::size_t Size>
void append_text(char (&target)[Size], std::string_view text) {
    if (text.empty()) return;
    std::size_t length = std::string_view(target).size();
    for (std::string_view const part :
         {length == 0 ? std::string_view() : std::string_view("; "), text}) {
        std::size_t const more = std::min(part.size(), Size - 1 - length);
        std::copy_n(part.data(), more, target + length);
        length += more;
    }
    target[length] = 0;
}

} // namespace gpu::inline v0::detail
