// SPDX-License-Identifier: Apache-2.0
/// @file
/// `gpualgo histogram`: counts of numbers by bins.
#pragma once

#include "array_algorithm.hpp"

#include <memory>

namespace tool {

/// @return the algorithm of `gpualgo histogram`
[[nodiscard]] std::unique_ptr<array_algorithm> make_histogram();

} // namespace tool
