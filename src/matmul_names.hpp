// SPDX-License-Identifier: Apache-2.0
/// @file
/// The lists of matmul at run time: names and facts by number, for checks, messages and reports.
#pragma once

#include "names.hpp"

#include <gpualgo/detail/matmul_lists.hpp>
#include <gpualgo/kernel/matmul_cg_tile.hpp>
#include <gpualgo/kernel/matmul_fold.hpp>
#include <gpualgo/kernel/matmul_row.hpp>
#include <gpualgo/kernel/matmul_shared_tile.hpp>
#include <gpualgo/kernel/matmul_warp_shuffle.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The threads a block that a strategy of matmul can work with.
struct block_rule {
    /// where the policy does not say; `unspecified` where the shape decides
    std::uint32_t preferred;
    bool (*takes)(unsigned threads);
    std::string_view taken; ///< in words
};

template <class Policy>
constexpr block_rule block_rule_of() {
    if constexpr (std::is_same_v<Policy, policy::register_tile>) {
        return {unspecified, [](unsigned threads) { return threads == 64 || threads == 256; },
                "64 or 256, for tiles of 64 or 128 squared"};
    } else if constexpr (Policy::takes_block_size) {
        using body = kernel::matmul<Policy, Policy::spaces[0]>;
        return {body::default_threads, &body::takes, body::taken};
    } else {
        return {unspecified, nullptr, ""};
    }
}

template <class... Policies>
constexpr std::array<block_rule, sizeof...(Policies)> block_rules_of(list<Policies...>) {
    return {block_rule_of<Policies>()...};
}

/// Which products are listed, by numbers.
template <class... Ts>
constexpr auto products_of(list<Ts...>) {
    constexpr auto row = []<class Value>(std::type_identity<Value>) {
        return std::array<bool, sizeof...(Ts)>{listed_product<Value, Ts>...};
    };
    return std::array{row(std::type_identity<Ts>{})...};
}

/// The accumulator of each type, by number.
template <class... Ts>
constexpr std::array<std::size_t, sizeof...(Ts)> accumulators_of(list<Ts...>) {
    return {place_of<matmul_accumulator<Ts>, matmul_types>...};
}

inline constexpr auto known_matmul_types = facts_of_types(matmul_types{});
inline constexpr auto known_matmul_strategies = facts_of_strategies(matmul_strategies{});
inline constexpr auto known_block_rules = block_rules_of(matmul_strategies{});
inline constexpr auto known_products = products_of(matmul_types{});
inline constexpr auto known_accumulators = accumulators_of(matmul_types{});

/// Whether alpha or beta of a product of elements of type number `value` is 0.
inline bool is_zero(void const* scalar, std::uint32_t value) {
    std::size_t const type = known_accumulators[value];
    if (type == place_of<double, matmul_types>) return *static_cast<double const*>(scalar) == 0;
    if (type == place_of<float, matmul_types>) return *static_cast<float const*>(scalar) == 0;
    return *static_cast<std::int32_t const*>(scalar) == 0;
}

} // namespace gpu::inline v0::detail
