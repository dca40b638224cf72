// SPDX-License-Identifier: Apache-2.0
/// @file
/// The values of options: names from the library's lists, and their numbers.
#pragma once

#include "call/names.hpp"

#include <gpualgo/policy.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

/// @return the memories that a strategy can exchange values through, its default first
[[nodiscard]] inline std::vector<gpu::memory_space>
spaces_of(gpu::detail::strategy_facts const& strategy) {
    std::vector<gpu::memory_space> spaces{strategy.default_space};
    for (std::size_t i = 0; i < strategy.spaces.size(); ++i) {
        auto const space = static_cast<gpu::memory_space>(i);
        if (strategy.spaces[i] && space != strategy.default_space) spaces.push_back(space);
    }
    return spaces;
}

/// @return a strategy as a user writes it: with its memory space if it has several
[[nodiscard]] inline std::string policy_name(gpu::detail::strategy_facts const& strategy,
                                             gpu::memory_space space) {
    std::string name(strategy.name);
    if (spaces_of(strategy).size() == 1) return name;
    return name + ".in(" + std::string(gpu::detail::known_spaces[static_cast<std::size_t>(space)]) +
           ")";
}

/// @return the values of `--policy`: `all`, and every strategy, alone or with one of its memory
/// spaces
[[nodiscard]] inline std::vector<std::string>
policy_choices(std::span<gpu::detail::strategy_facts const> strategies) {
    std::vector<std::string> names{"all"};
    for (auto const& strategy : strategies) {
        names.emplace_back(strategy.name);
        auto const spaces = spaces_of(strategy);
        if (spaces.size() == 1) continue;
        for (auto const space : spaces) names.push_back(policy_name(strategy, space));
    }
    return names;
}

/// @return whether `asked`, a value of `--policy`, includes this strategy
[[nodiscard]] inline bool is_wanted(std::string_view asked,
                                    gpu::detail::strategy_facts const& strategy,
                                    gpu::memory_space space) {
    return asked == "all" || asked == strategy.name || asked == policy_name(strategy, space);
}

/// @return the values of `--type`
[[nodiscard]] inline std::vector<std::string>
type_choices(std::span<gpu::detail::type_facts const> types) {
    std::vector<std::string> names;
    for (auto const& type : types) names.emplace_back(type.name);
    return names;
}

/// @return the values of `--op`
[[nodiscard]] inline std::vector<std::string> operator_choices() {
    return {gpu::detail::known_operators.begin(), gpu::detail::known_operators.end()};
}

/// @return the place of a type's name in a list; the list's size if it is missing
[[nodiscard]] inline std::uint32_t type_number(std::span<gpu::detail::type_facts const> types,
                                               std::string_view name) {
    return static_cast<std::uint32_t>(
        std::find_if(types.begin(), types.end(),
                     [&](auto const& type) { return type.name == name; }) -
        types.begin());
}

/// @return the place of an operator's name in the list; the list's size if it is missing
[[nodiscard]] inline std::uint32_t operator_number(std::string_view name) {
    auto const& operators = gpu::detail::known_operators;
    return static_cast<std::uint32_t>(std::find(operators.begin(), operators.end(), name) -
                                      operators.begin());
}

} // namespace tool
