// SPDX-License-Identifier: Apache-2.0
/// @file
/// Counts of a large grid from a few of its blocks.
#pragma once

#include "simulated/launch.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace gpu::inline v0::simulated {

/// Runs adjacent blocks of a launch, and returns their counts.
using run_blocks = std::function<launch_counts(block_range const& blocks)>;

/// @param block_bytes bytes of global memory between the first elements of adjacent blocks, or a
/// divisor of that
/// @return blocks after which addresses are the same modulo the size of a sector
std::uint32_t period_of(std::size_t block_bytes);

/// The counts of a one-dimensional launch whose blocks have the less work the higher they are. So
/// it is with a loop over the grid: from some block on, blocks have one pass less.
///
/// Groups of `period` blocks with as much work have equal counts. So if the first and the last
/// group of a range have equal counts, all groups between them have; otherwise the range is halved.
/// The last blocks of the grid run in any case, as does all of a small grid.
/// @param blocks of the grid
launch_counts count_monotone(std::uint32_t blocks, std::uint32_t period, run_blocks const& run);

} // namespace gpu::inline v0::simulated
