// SPDX-License-Identifier: Apache-2.0
/// @file
/// Checks sorted numbers, and sorts them by the standard library.
#pragma once

#include "array_algorithm.hpp"
#include "numbers.hpp"

#include <vector>

namespace tool {

/// @return whether the result has the elements, in their order: numbers are compared with their
/// neighbours, and sums of hashes with each other
[[nodiscard]] bool is_right_sort(numbers const& elements, numbers const& result,
                                 bool is_descending);

/// @return the sorts of the standard library; none for types that are not compared
[[nodiscard]] std::vector<array_comparison> sort_comparisons(numbers const& elements,
                                                             bool is_descending, void* out);

} // namespace tool
