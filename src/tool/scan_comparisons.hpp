// SPDX-License-Identifier: Apache-2.0
/// @file
/// Competitors of scans on the host.
#pragma once

#include "array_algorithm.hpp"

#include <cstdint>
#include <vector>

namespace tool {

/// @param elements to scan
/// @param op the operator's number
/// @param is_exclusive whether results leave out their own elements
/// @param out as many elements of the same type
/// @return the standard library's parallel scan and its loop; nothing for operators and types that
/// are not compared
[[nodiscard]] std::vector<array_comparison>
scan_comparisons(numbers const& elements, std::uint32_t op, bool is_exclusive, void* out);

} // namespace tool
