// SPDX-License-Identifier: Apache-2.0
/// @file
/// The algorithms whose commands make an array of an array.
#pragma once

#include "array_algorithm.hpp"

#include <memory>
#include <vector>

namespace tool {

/// @return one of each, in the order of the help
[[nodiscard]] std::vector<std::unique_ptr<array_algorithm>> array_algorithms();

} // namespace tool
