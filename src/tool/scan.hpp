// SPDX-License-Identifier: Apache-2.0
/// @file
/// `gpualgo scan`: all prefixes of an array.
#pragma once

#include "array_algorithm.hpp"

#include <memory>

namespace tool {

/// @return the algorithm of `gpualgo scan`
[[nodiscard]] std::unique_ptr<array_algorithm> make_scan();

} // namespace tool
