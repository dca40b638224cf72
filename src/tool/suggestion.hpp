// SPDX-License-Identifier: Apache-2.0
/// @file
/// Suggestions for misspelled words.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tool {

/// @return the least number of insertions, deletions, substitutions and swaps of neighbouring
/// letters that turn one word into the other
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// @param word as it was typed
/// @param known the words that are allowed
/// @return the nearest of them, the first of equals; nothing if all differ in more than a third of
/// their letters
[[nodiscard]] std::optional<std::string> nearest(std::string_view word,
                                                 std::span<std::string const> known);

/// @param word as it was typed
/// @param known the words that are allowed
/// @return "; did you mean X?", with the nearest of them; empty if none is near
[[nodiscard]] std::string did_you_mean(std::string_view word, std::span<std::string const> known);

} // namespace tool
