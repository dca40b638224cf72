// SPDX-License-Identifier: Apache-2.0
/// @file
/// Collectives of lanes: tile syncs, shuffles and votes. Each lane contributes its part; the last
/// one to arrive completes the collective.
#pragma once

#include "lane_clocks.hpp"

#include <gpualgo/abi/simulated_thread.hpp>

#include <array>
#include <cstdint>

namespace gpu::inline v0::simulated {

using detail::collective;
using operation = detail::lane_operation;

/// "tile sync", "shuffle" ...
char const* to_string(operation what);

/// Whether two lanes wait in the same collective.
[[nodiscard]] bool meet(collective const& a, collective const& b);

/// Completes a collective.
/// @param parts of all lanes of the warp; non-null for participating lanes
/// @param lanes the participating lanes
void complete(std::array<collective*, 32> const& parts, std::uint32_t lanes, lane_clocks& clocks);

} // namespace gpu::inline v0::simulated
