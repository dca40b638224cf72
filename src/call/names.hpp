// SPDX-License-Identifier: Apache-2.0
/// @file
/// Names and facts about listed types, operators and strategies by number, for checks and messages.
#pragma once

#include "memory_spaces.hpp"
#include "tabulate.hpp"
#include "type_facts.hpp"

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/functional.hpp> // std::identity
#include <gpualgo/kernel/block.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace gpu::inline v0::detail {

/// Facts about a strategy that the dispatcher needs.
struct strategy_facts {
    std::string_view name;
    std::array<bool, memory_spaces::size> spaces; ///< by memory_space
    memory_space default_space;
    bool takes_block_size;
    bool is_automatic;
};

inline constexpr auto facts_of_strategy = []<class Policy>(type_list<Policy>) -> strategy_facts {
    constexpr auto has = []<class Space>(type_list<Space>) {
        return exchanges_through<Policy>(Space::value);
    };
    return {Policy::name, tabulate(has, memory_spaces()), Policy::spaces[0],
            Policy::takes_block_size, std::is_same_v<Policy, policy::automatic>};
};
inline constexpr auto name_of_operator = []<class Op>(type_list<Op>) {
    return std::string_view(Op::name);
};

inline constexpr auto known_operators = tabulate(name_of_operator, operators());
inline constexpr auto known_strategies = tabulate(facts_of_strategy, strategies());

/// Whether a pair of element type and accumulator type is listed.
inline constexpr auto known_pairs =
    tabulate([]<class Value, class T>(type_list<Value, T>) { return listed_pair<Value, T>; },
             types(), types());
/// Whether an operator accepts accumulators of a type.
inline constexpr auto known_accepts = tabulate(
    []<class Op, class T>(type_list<Op, T>) { return accepts<Op, T>; }, operators(), types());
/// Whether CUB's reduction is compiled for an operator and an accumulator type.
inline constexpr auto known_vendors = tabulate(
    []<class Op, class T>(type_list<Op, T>) { return cub_supports<T, Op>; }, operators(), types());

/// Bytes of the largest type.
inline constexpr std::size_t largest_type =
    std::ranges::max(known_types, {}, &type_facts::size).size;

static_assert(std::ranges::all_of(known_types,
                                  [](type_facts const& type) {
                                      auto const computed_in = type.computed_in;
                                      return computed_in < known_types.size() &&
                                             known_types[computed_in].computed_in == computed_in;
                                  }),
              "a type must be computed in a listed one that is computed in itself");
static_assert(std::ranges::all_of(known_types,
                                  [](type_facts const& type) {
                                      return std::ranges::count(known_types, type.name,
                                                                &type_facts::name) == 1;
                                  }),
              "a type must have a name of its own");

inline std::string name_of_type(std::uint32_t type) {
    return type < known_types.size() ? std::string(known_types[type].name) : "?";
}
inline std::string name_of_operation(std::uint32_t operation) {
    return operation < known_operators.size() ? std::string(known_operators[operation]) : "?";
}

/// "a, b, c": the names of the elements of a range.
template <class Range, class Name = std::identity>
std::string joined(Range const& range, Name name = {}) {
    std::string text;
    for (auto const& x : range) text += (text.empty() ? "" : ", ") + std::string(name(x));
    return text;
}

} // namespace gpu::inline v0::detail
