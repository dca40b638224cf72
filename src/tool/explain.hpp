// SPDX-License-Identifier: Apache-2.0
/// @file
/// `gpualgo explain`: what strategies do to warps, sectors and banks.
#pragma once

#include "appearance.hpp"
#include "arguments.hpp"

#include <gpualgo/explanation.hpp>

#include <string>
#include <vector>

namespace tool {

/// Explanations of one problem by several strategies.
struct explain_results {
    std::string problem;                      ///< "reduce of 1048576 int32"
    std::vector<gpu::explanation> strategies; ///< in the order of the command line
};

/// @return the remarks of all strategies, each one once
[[nodiscard]] std::vector<std::string> all_notes(explain_results const& results);

/// @return the counts that the command asks for
/// @throws usage_error if a strategy or an option does not fit the algorithm
[[nodiscard]] explain_results explain(explain_arguments const& arguments);

/// @return a table with a column for each strategy, and bars
[[nodiscard]] std::string to_table(explain_results const& results, appearance look = {});
/// @return the source lines of the kernels, with counts beside them
[[nodiscard]] std::string to_listing(explain_results const& results);
/// Draws the first block of each strategy: the active lanes of each step, the sectors of requests,
/// and their words per bank.
/// @return an SVG file
[[nodiscard]] std::string to_picture(explain_results const& results);
/// @param arguments those of the tool, for the context
/// @return one JSON object: problem, rows and context; a row for each strategy
[[nodiscard]] std::string to_json(explain_results const& results,
                                  std::vector<std::string> const& arguments);

} // namespace tool
