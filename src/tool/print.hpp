// SPDX-License-Identifier: Apache-2.0
/// @file
/// Results as text.
#pragma once

#include "row.hpp"

#include <string>

namespace tool {

/// @return a table for people
[[nodiscard]] std::string to_table(results const& results);

/// @return one JSON object: device, n, type, op, and rows of policy, device, n, grid, block, ms, gbps, result, agrees.
/// Times are null where the device is simulated; grid and block are 0 where there are none.
[[nodiscard]] std::string to_json(results const& results);

} // namespace tool
