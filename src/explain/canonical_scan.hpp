// SPDX-License-Identifier: Apache-2.0
/// @file
/// Counts of a canonical scan from some of its tiles.
///
/// Blocks draw the numbers of tiles, and what a tile adds to the counts depends on its number only.
/// The number's digits to the base of 32 say which totals the tile reads. Each digit adds counts of
/// its own. If the last digits are all 31, the tile also publishes totals of groups.
#pragma once

#include "simulated/launch.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace gpu::inline v0::detail {

/// Runs one block, which draws these numbers. Numbers that are not of tiles end it.
using draw_tiles =
    std::function<simulated::counted_launch(std::vector<std::uint32_t> const& numbers)>;

/// @param tiles of the elements; the last one may be partial
/// @param exact_up_to if there are more tiles, only some run
/// @return the launch, with the counts of all blocks
simulated::counted_launch count_canonical_scan(std::uint32_t tiles, std::uint64_t exact_up_to,
                                               draw_tiles const& draw);

} // namespace gpu::inline v0::detail
