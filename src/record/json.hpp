// SPDX-License-Identifier: Apache-2.0
/// @file
/// JSON of records: values keep their order, and objects of a list have a line each.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace record {

using json = nlohmann::ordered_json;

/// @param number infinities and NaN, which JSON does not have, become null
/// @param digits its significant digits
/// @return the number, rounded to so many digits
[[nodiscard]] json rounded(double number, int digits = 4);

/// @return the text of a value in one line, except for objects in a list. Bytes that are not UTF-8
/// become U+FFFD.
[[nodiscard]] std::string to_text(json const& value);

} // namespace record
