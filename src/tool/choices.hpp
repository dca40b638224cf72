// SPDX-License-Identifier: Apache-2.0
/// @file
/// The types, operators and strategies that the command line offers: all strategies, for the types and operators that
/// random numbers are reduced by.
#pragma once

#include "names.hpp"

#include <gpualgo/detail/lists.hpp>
#include <gpualgo/functional.hpp>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace tool {

/// The operators as users write them.
using operators = gpu::detail::list<gpu::plus<>, gpu::minimum<>, gpu::maximum<>>;

/// The types of the numbers.
using types = gpu::detail::list<std::int32_t, std::int64_t, float, double>;

/// Calls `f(std::type_identity<X>{})` for every X of a list.
template <class... Xs, class F>
void for_each(gpu::detail::list<Xs...>, F f) {
    (f(std::type_identity<Xs>{}), ...);
}

/// @return `int32` ...
template <class T>
[[nodiscard]] std::string type_name() {
    return std::string(gpu::detail::type_name<T>);
}

/// @return `plus` ...
template <class Op>
[[nodiscard]] std::string operator_name() {
    return gpu::detail::listed_operator<Op, double>::name;
}

/// @return a strategy as a user writes it: with its memory space where it has several
template <class Policy>
[[nodiscard]] std::string policy_name(gpu::memory_space space) {
    std::string name(Policy::name);
    if (Policy::spaces.size() == 1) return name;
    return name + ".in(" + std::string(gpu::detail::known_spaces[static_cast<std::size_t>(space)]) + ")";
}

/// @return the values of `--type`
[[nodiscard]] inline std::vector<std::string> type_choices() {
    std::vector<std::string> names;
    for_each(types{}, [&]<class T>(std::type_identity<T>) { names.push_back(type_name<T>()); });
    return names;
}

/// @return the values of `--op`
[[nodiscard]] inline std::vector<std::string> operator_choices() {
    std::vector<std::string> names;
    for_each(operators{}, [&]<class Op>(std::type_identity<Op>) { names.push_back(operator_name<Op>()); });
    return names;
}

/// @return the values of `--policy`: `all`, and every strategy, alone or with one of its memory spaces
[[nodiscard]] inline std::vector<std::string> policy_choices() {
    std::vector<std::string> names{"all"};
    for_each(gpu::detail::strategies{}, [&]<class Policy>(std::type_identity<Policy>) {
        names.emplace_back(Policy::name);
        if (Policy::spaces.size() == 1) return;
        for (gpu::memory_space const space : Policy::spaces) names.push_back(policy_name<Policy>(space));
    });
    return names;
}

} // namespace tool
