// SPDX-License-Identifier: Apache-2.0
/// @file
/// Results as text.
#pragma once

#include "row.hpp"

#include <string>
#include <vector>

namespace tool {

/// @return a table for people
[[nodiscard]] std::string to_table(reduce_results const& results);
/// @return a table for people
[[nodiscard]] std::string to_table(matmul_results const& results);

/// @param arguments those of the tool, for the context
/// @return one JSON object: device, n, type, op, accumulator, rows and context. A row has policy,
/// device, n, kernel, grid, block, ms, runs, spread, gbps, result and agrees. Times are null if the
/// device is simulated; kernel is empty, and grid and block are 0, if there are none. Results that
/// JSON has no numbers for are the strings "inf", "-inf" and "nan". The context is that of
/// record/context.hpp, with the most runs and the widest spread of any row.
[[nodiscard]] std::string to_json(reduce_results const& results,
                                  std::vector<std::string> const& arguments = {});

/// @param arguments those of the tool, for the context
/// @return one JSON object: device, m, n, k, type, rows and context. A row has policy, device, m,
/// n, k, kernel, grid, block, ms, runs, spread, gbps, gflops, error and agrees.
[[nodiscard]] std::string to_json(matmul_results const& results,
                                  std::vector<std::string> const& arguments = {});

} // namespace tool
