// SPDX-License-Identifier: Apache-2.0
/// @file
/// JSON as it is written into records: values keep their order, objects of a list have a line each.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace record {

using json = nlohmann::ordered_json;

/// @param number any; JSON has neither infinities nor NaN, these become null
/// @param digits how many of its digits mean something
/// @return the number, with so many digits
[[nodiscard]] json rounded(double number, int digits = 4);

/// @return the text of a value, on one line, but for objects in a list. Bytes that are not UTF-8
/// become U+FFFD.
[[nodiscard]] std::string to_text(json const& value);

} // namespace record
