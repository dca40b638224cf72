// SPDX-License-Identifier: Apache-2.0
/// @file
/// Names and facts about matmul's lists by number, for checks, messages and reports.
#pragma once

#include "call/names.hpp"
#include "product_facts.hpp"

#include <gpualgo/abi/matmul_lists.hpp>
#include <gpualgo/kernel/matmul/cg_tile.hpp>
#include <gpualgo/kernel/matmul/fold.hpp>
#include <gpualgo/kernel/matmul/row.hpp>
#include <gpualgo/kernel/matmul/shared_tile.hpp>
#include <gpualgo/kernel/matmul/warp_shuffle.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The numbers of threads per block that a strategy of matmul accepts.
struct block_rule {
    /// default if the policy does not set it; `unspecified` if the shape decides
    std::uint32_t preferred;
    bool (*accepts)(unsigned threads);
    std::string_view taken; ///< accepted numbers, in words
};

inline constexpr auto block_rule_of = []<class Policy>(type_list<Policy>) -> block_rule {
    if constexpr (std::is_same_v<Policy, policy::register_tile>) {
        return {unspecified, [](unsigned threads) { return threads == 64 || threads == 256; },
                "64 or 256, for small or large tiles"};
    } else if constexpr (Policy::takes_block_size) {
        using body = kernel::matmul<Policy, Policy::spaces[0]>;
        return {body::default_threads, &body::accepts, body::taken};
    } else {
        return {unspecified, nullptr, ""};
    }
};

inline constexpr auto known_matmul_strategies = tabulate(facts_of_strategy, matmul_strategies());
inline constexpr auto known_block_rules = tabulate(block_rule_of, matmul_strategies());

} // namespace gpu::inline v0::detail
