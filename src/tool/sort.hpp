// SPDX-License-Identifier: Apache-2.0
/// @file
/// `gpualgo sort`: the elements of an array in their order.
#pragma once

#include "array_algorithm.hpp"

#include <memory>

namespace tool {

/// @return the algorithm of `gpualgo sort`
[[nodiscard]] std::unique_ptr<array_algorithm> make_sort();

} // namespace tool
