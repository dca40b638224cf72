// SPDX-License-Identifier: Apache-2.0
/// @file
/// `gpualgo cache`: the kernels of expressions on disk.
#pragma once

#include "arguments.hpp"

#include <string>

namespace tool {

/// Shows or clears the cache.
/// @return a line, or one JSON object: folder (null if there is none), entries and bytes (those
/// removed, if it was cleared) and cleared
[[nodiscard]] std::string cache(cache_arguments const& given);

} // namespace tool
