// SPDX-License-Identifier: Apache-2.0
/// @file
/// The sources of the kernels, as they were compiled into the library.
#pragma once

#include <string_view>

namespace tool {

/// A source file.
struct kernel_source {
    std::string_view file; ///< as in `#include <...>`
    std::string_view text; ///< all of its lines
};

/// @param file a name that an explanation has
/// @return its text; empty if the tool does not have it
[[nodiscard]] std::string_view source_of(std::string_view file);

} // namespace tool
