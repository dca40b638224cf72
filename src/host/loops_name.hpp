// SPDX-License-Identifier: Apache-2.0
/// @file
/// Names of the host's kernels, for reports.
#pragma once

#include "instruction_set.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace gpu::inline v0::detail {

/// Not a std::string: it allocates nothing, and is not destroyed at exit, after which other static
/// objects may still call.
/// @param loops at most 20 characters
/// @return the name of a loop for an instruction set: "canonical<avx2>"
[[nodiscard]] constexpr std::array<char, 32> name_of_loops(std::string_view loops,
                                                           instruction_set set) {
    std::array<char, 32> text{};
    char* end = text.data();
    for (std::string_view const part :
         {loops, std::string_view("<"), name_of(set), std::string_view(">")})
        end = std::copy(part.begin(), part.end(), end);
    return text;
}

} // namespace gpu::inline v0::detail
