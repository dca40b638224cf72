// SPDX-License-Identifier: Apache-2.0
/// @file
/// Results as text.
#pragma once

#include "appearance.hpp"
#include "row.hpp"

#include <string>
#include <vector>

namespace tool {

/// A table of at most 80 columns. Rows for a part of the input have a table of their own, with
/// their sizes. Their results and times compare with none in the first one.
/// @return a table for people
[[nodiscard]] std::string to_table(reduce_results const& results, appearance look = {});
/// @copydoc to_table(reduce_results const&, appearance)
[[nodiscard]] std::string to_table(array_results const& results, appearance look = {});
/// @copydoc to_table(reduce_results const&, appearance)
[[nodiscard]] std::string to_table(matmul_results const& results, appearance look = {});

/// @param results with one row
/// @param look of its statistics
/// @return the answer in one line: total, strategy, device and time
[[nodiscard]] std::string to_line(reduce_results const& results, appearance look = {});
/// @copydoc to_line(reduce_results const&, appearance)
[[nodiscard]] std::string to_line(array_results const& results, appearance look = {});

/// @param arguments those of the tool, for the context
/// @return one JSON object: device, n, type, op, accumulator, rows and context. A row has policy,
/// device, n, kernel, grid, block, ms, min, deviation, runs, spread, gbps, result and agrees. Null
/// are times if the device is simulated, grid and block if they are unknown, and agrees if the
/// result was not compared. Kernel is empty if there is none. Results that JSON has no numbers for
/// are the strings "inf", "-inf" and "nan". The context is that of record/context.hpp, with the
/// most runs and the widest spread of any row.
[[nodiscard]] std::string to_json(reduce_results const& results,
                                  std::vector<std::string> const& arguments = {});

/// @param arguments those of the tool, for the context
/// @return one JSON object: device, n, type, the algorithm's options, rows and context. Rows are
/// as those of reductions; the result is a text of the first elements and the last one.
[[nodiscard]] std::string to_json(array_results const& results,
                                  std::vector<std::string> const& arguments = {});

/// @param arguments those of the tool, for the context
/// @return one JSON object: device, m, n, k, type, rows and context. A row has policy, device, m,
/// n, k, kernel, grid, block, ms, min, deviation, runs, spread, gbps, gflops, error and agrees.
[[nodiscard]] std::string to_json(matmul_results const& results,
                                  std::vector<std::string> const& arguments = {});

/// @return the rows of the JSON object as comma-separated values (RFC 4180), after a line of their
/// keys. Null is an empty field; complex numbers are written as (re, im).
[[nodiscard]] std::string to_csv(reduce_results const& results);
/// @copydoc to_csv(reduce_results const&)
[[nodiscard]] std::string to_csv(array_results const& results);
/// @copydoc to_csv(reduce_results const&)
[[nodiscard]] std::string to_csv(matmul_results const& results);

} // namespace tool
