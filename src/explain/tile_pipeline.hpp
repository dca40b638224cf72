// SPDX-License-Identifier: Apache-2.0
/// @file
/// Counts of a launch whose tiles go through a pipeline, from some of its tiles. Scans and
/// selections have such launches, see gpualgo/kernel/scan/tile_pipeline.hpp.
///
/// Blocks draw the numbers of tiles, and what a tile adds to the counts depends on its number only.
/// The number's digits to the base of 32 say which totals the tile reads. Each digit adds counts of
/// its own. If the last digits are all 31, the tile also publishes totals of groups.
#pragma once

#include "counting.hpp"
#include "simulated/launch.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace gpu::inline v0::detail {

/// Runs the launch.
/// @param blocks that run
/// @param scratch the contents of allocations: the counter of tiles, then the totals
using run_pipeline = std::function<launches(simulated::dry_run::selection blocks,
                                            std::vector<simulated::dry_content> scratch)>;

/// @param tiles of the elements; the last one may be partial
/// @param exact_up_to if there are more tiles, only some run
/// @param totals of all tiles and groups, as if all had been published in time
/// @return the launch, with the counts of all blocks
launches count_pipeline(std::uint32_t tiles, std::uint64_t exact_up_to,
                        simulated::dry_content const& totals, run_pipeline const& run);

/// @return the contents of totals of 4 or more bytes. The first launch has published them.
/// @param tiles of the launch
/// @param of_tile the total of a tile. Those of groups are as many times as large
simulated::dry_content published_totals(std::uint32_t tiles, std::uint64_t of_tile);

} // namespace gpu::inline v0::detail
