// SPDX-License-Identifier: Apache-2.0
/// @file
/// The look of tables.
#pragma once

#include <cstddef>

namespace tool {

/// Looks that depend on the output's destination and on the command.
struct appearance {
    bool has_colours = false;    ///< of the fastest row and of wrong ones
    bool has_unicode = false;    ///< in bars; otherwise they are of ASCII
    bool has_statistics = false; ///< minimum and deviation beside the median
};

/// Columns that tables keep to.
inline constexpr std::size_t most_columns = 80;

/// Ask the environment: colours if standard output is a terminal and `NO_COLOR` is unset or empty;
/// Unicode if the locale's encoding is UTF-8.
/// @param has_statistics the command asks for them
[[nodiscard]] appearance appearance_of_stdout(bool has_statistics);

} // namespace tool
