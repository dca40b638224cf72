// SPDX-License-Identifier: Apache-2.0
/// @file
/// Writes the results of a benchmark to a file.
#pragma once

#include "interleaved.hpp"

#include "record/context.hpp"
#include "record/json.hpp"

#include <gpualgo/device.hpp>
#include <gpualgo/version.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace bench {

using record::json;

/// @return a timing as an object: seconds, ratio and spread
inline json to_json(timing const& t) {
    return {{"seconds", record::rounded(t.seconds)},
            {"ratio", record::rounded(t.ratio)},
            {"spread", record::rounded(t.spread, 3)}};
}

/// Writes a file of results; exits the program with 1 if that fails.
/// @param path of the file
/// @param benchmark its name
/// @param device the measured device
/// @param command the program's arguments, its name first
/// @param more further properties that all rows share
/// @param rows a list of objects
inline void write_results(std::string const& path, char const* benchmark, gpu::device device,
                          std::vector<std::string> const& command, json const& more, json rows) {
    json object{{"benchmark", benchmark}, {"device", device.name()}, {"version", gpu::version()}};
    if (!more.is_null()) object.update(more);
    object["context"] = record::context(device, command);
    object["rows"] = std::move(rows);
    std::ofstream file(path);
    if (!(file << record::to_text(object) << std::endl)) {
        std::perror(path.c_str());
        std::exit(1);
    }
}

} // namespace bench
