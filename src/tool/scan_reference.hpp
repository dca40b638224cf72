// SPDX-License-Identifier: Apache-2.0
/// @file
/// The right results of scans, computed apart from the library's kernels.
#pragma once

#include "numbers.hpp"

#include <cstddef>
#include <cstdint>

namespace tool {

/// Check every element of a scan, on all cores.
/// @param elements that were scanned
/// @param result as many elements of the same type
/// @param op the operator's number
/// @param is_exclusive whether results leave out their own elements, and begin with the identity
/// element
/// @param chain a bound of the operations between an element and a result; may be more than n
/// @return whether all are right: exactly, or within the bound of rounding
[[nodiscard]] bool is_right_scan(numbers const& elements, numbers const& result, std::uint32_t op,
                                 bool is_exclusive, std::size_t chain);

} // namespace tool
