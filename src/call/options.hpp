// SPDX-License-Identifier: Apache-2.0
/// @file
/// Checks a policy's options against its strategy, and applies the strategy's defaults.
#pragma once

#include "names.hpp"

#include <cstdint>

namespace gpu::inline v0::detail {

/// Throws std::invalid_argument if the strategy does not have an option, or if a block cannot have
/// that many threads.
/// @param block_size stays `unspecified` if the policy does not set it
/// @param space becomes the strategy's default if the policy does not set it
void check_options(std::uint32_t block_size, std::uint32_t& space, strategy_facts const& strategy);

} // namespace gpu::inline v0::detail
