// SPDX-License-Identifier: Apache-2.0
/// @file
/// The lists at run time: names and facts by number, for messages and reports.
#pragma once

#include <gpualgo/bfloat16.hpp>
#include <gpualgo/detail/block.hpp>
#include <gpualgo/detail/lists.hpp>
#include <gpualgo/half.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gpu::inline v0::detail {

/// A type as it is printed: int32, float ...
template <class T>
constexpr std::string_view type_name = "?";
template <>
inline constexpr std::string_view type_name<std::int8_t> = "int8";
template <>
inline constexpr std::string_view type_name<std::int32_t> = "int32";
template <>
inline constexpr std::string_view type_name<std::int64_t> = "int64";
template <>
inline constexpr std::string_view type_name<std::int16_t> = "int16";
template <>
inline constexpr std::string_view type_name<std::uint8_t> = "uint8";
template <>
inline constexpr std::string_view type_name<std::uint16_t> = "uint16";
template <>
inline constexpr std::string_view type_name<std::uint32_t> = "uint32";
template <>
inline constexpr std::string_view type_name<std::uint64_t> = "uint64";
template <>
inline constexpr std::string_view type_name<float> = "float";
template <>
inline constexpr std::string_view type_name<double> = "double";
template <>
inline constexpr std::string_view type_name<half> = "half";
template <>
inline constexpr std::string_view type_name<bfloat16> = "bfloat16";
template <>
inline constexpr std::string_view type_name<kernel::complex<float>> = "complex64";
template <>
inline constexpr std::string_view type_name<kernel::complex<double>> = "complex128";

/// What the dispatcher must know of a type.
struct type_facts {
    std::string_view name;
    std::size_t size;
};

/// What the dispatcher must know of a strategy.
struct strategy_facts {
    std::string_view name;
    std::array<bool, 3> spaces; ///< by memory_space
    memory_space default_space;
    bool takes_block_size;
};

template <class... Ts>
constexpr std::array<type_facts, sizeof...(Ts)> facts_of_types(list<Ts...>) {
    return {type_facts{type_name<Ts>, sizeof(Ts)}...};
}

template <class... Ops>
constexpr std::array<std::string_view, sizeof...(Ops)> names_of_operators(list<Ops...>) {
    return {Ops::name...};
}

template <class Policy>
constexpr strategy_facts facts_of_strategy() {
    using enum memory_space;
    return {Policy::name,
            {exchanges_through<Policy>(shared), exchanges_through<Policy>(global),
             exchanges_through<Policy>(registers)},
            Policy::spaces[0],
            Policy::takes_block_size};
}

template <class... Policies>
constexpr std::array<strategy_facts, sizeof...(Policies)> facts_of_strategies(list<Policies...>) {
    return {facts_of_strategy<Policies>()...};
}

/// Whether a pair is listed, by numbers.
template <class... Ts>
constexpr auto pairs_of(list<Ts...>) {
    constexpr auto row = []<class Value>(std::type_identity<Value>) {
        return std::array<bool, sizeof...(Ts)>{listed_pair<Value, Ts>...};
    };
    return std::array{row(std::type_identity<Ts>{})...};
}

/// Whether an operator takes accumulators of a type, by numbers.
template <class... Ops>
constexpr auto takers(list<Ops...>) {
    constexpr auto row = []<class Op, class... Ts>(std::type_identity<Op>, list<Ts...>) {
        return std::array<bool, sizeof...(Ts)>{takes<Op, Ts>...};
    };
    return std::array{row(std::type_identity<Ops>{}, types{})...};
}

/// Whether the vendor's reduction makes totals of a type by an operator, by numbers.
template <class... Ops>
constexpr auto vendors_operators(list<Ops...>) {
    constexpr auto row = []<class Op, class... Ts>(std::type_identity<Op>, list<Ts...>) {
        return std::array<bool, sizeof...(Ts)>{is_vendors<Ts, Op>...};
    };
    return std::array{row(std::type_identity<Ops>{}, types{})...};
}

inline constexpr auto known_types = facts_of_types(types{});
inline constexpr auto known_operators = names_of_operators(operators{});
inline constexpr auto known_strategies = facts_of_strategies(strategies{});
inline constexpr auto known_pairs = pairs_of(types{});
inline constexpr auto known_takers = takers(operators{});
inline constexpr auto known_vendors = vendors_operators(operators{});

static_assert(std::none_of(known_types.begin(), known_types.end(),
                           [](type_facts t) { return t.name == "?"; }),
              "a listed type has no name");

/// "a, b, c" of anything with string views in it.
template <class Range, class Name = std::identity>
std::string joined(Range const& range, Name name = {}) {
    std::string text;
    for (auto const& x : range) text += (text.empty() ? "" : ", ") + std::string(name(x));
    return text;
}

} // namespace gpu::inline v0::detail
