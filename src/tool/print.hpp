// SPDX-License-Identifier: Apache-2.0
/// @file
/// Results as text.
#pragma once

#include "row.hpp"

#include <string>

namespace tool {

/// @return a table for people
[[nodiscard]] std::string to_table(reduce_results const& results);
/// @return a table for people
[[nodiscard]] std::string to_table(matmul_results const& results);

/// @return one JSON object: device, n, type, op, accumulator, and rows of policy, device, n,
/// kernel, grid, block, ms, gbps, result, agrees. Times are null where the device is simulated;
/// kernel is empty, and grid and block are 0, where there are none. Results that JSON has no
/// numbers for are the strings "inf", "-inf" and "nan".
[[nodiscard]] std::string to_json(reduce_results const& results);

/// @return one JSON object: device, m, n, k, type, and rows of policy, device, m, n, k, kernel,
/// grid, block, ms, gbps, gflops, error, agrees.
[[nodiscard]] std::string to_json(matmul_results const& results);

} // namespace tool
