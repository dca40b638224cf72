// SPDX-License-Identifier: Apache-2.0
/// @file
/// The options of a policy: whether the strategy has them, and its defaults where the policy does
/// not say.
#pragma once

#include "names.hpp"

#include <cstdint>

namespace gpu::inline v0::detail {

/// Throws std::invalid_argument where the strategy does not have an option, or no block has so many
/// threads.
/// @param block_size stays `unspecified` where the policy does not say
/// @param space becomes the strategy's default where the policy does not say
void check_options(std::uint32_t block_size, std::uint32_t& space, strategy_facts const& strategy);

} // namespace gpu::inline v0::detail
