// SPDX-License-Identifier: Apache-2.0
/// @file
/// The commands that make an array of an array.
#pragma once

#include "arguments.hpp"
#include "row.hpp"

namespace tool {

/// Run a command: devices and strategies are chosen as by `reduce`. The result of the first row is
/// written to the file that the command names, unless it is wrong.
/// @param arguments the command
/// @return a row for every strategy
[[nodiscard]] array_results run_array(array_arguments const& arguments);

} // namespace tool
