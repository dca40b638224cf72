// SPDX-License-Identifier: Apache-2.0
/// @file
/// Writes the results of a benchmark to a file.
#pragma once

#include "interleaved.hpp"

#include "record/json.hpp"

#include <gpualgo/device.hpp>

#include <string>
#include <vector>

namespace bench {

using record::json;

/// @return a timing as an object: seconds, ratio and spread
[[nodiscard]] json to_json(timing const& t);

/// Writes a file of results; exits the program with 1 if that fails.
/// @param path of the file
/// @param benchmark its name
/// @param device the measured device
/// @param command the program's arguments, its name first
/// @param more further properties that all rows share
/// @param rows a list of objects
void write_results(std::string const& path, char const* benchmark, gpu::device device,
                   std::vector<std::string> const& command, json const& more, json rows);

} // namespace bench
