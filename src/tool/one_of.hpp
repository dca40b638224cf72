// SPDX-License-Identifier: Apache-2.0
/// @file
/// The check of an option whose values are words of a list.
#pragma once

#include "suggestion.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <utility>
#include <vector>

namespace tool {

/// @param words that are allowed
/// @return a check whose message lists them in braces, as completions expect, and names the nearest
/// one
[[nodiscard]] inline CLI::Validator one_of(std::vector<std::string> words) {
    CLI::IsMember const member(words);
    auto const check = [member, words = std::move(words)](std::string& word) {
        std::string const given = word;
        std::string const refused = member(word);
        return refused.empty() ? refused : refused + did_you_mean(given, words);
    };
    return {check, member.get_description()};
}

} // namespace tool
