// SPDX-License-Identifier: Apache-2.0
/// @file
/// Counts of large problems from small ones.
///
/// If a dimension grows by a whole number of units, each unit adds the same counts. The counts are
/// so a polynomial of the numbers of units, of degree 1 in each. It is known everywhere from two
/// sizes per dimension with the remainder of the true one. A unit is a multiple of a block's tile,
/// and keeps all addresses modulo a sector.
#pragma once

#include "simulated/launch.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace gpu::inline v0::detail {

/// One dimension of a problem.
struct dimension {
    std::uint64_t size;
    std::uint64_t unit;
    std::uint64_t least = 0; ///< smaller sizes have another structure
};

/// Three dimensions; those that a problem does not have are 1.
using dimensions = std::array<dimension, 3>;
using sizes = std::array<std::uint64_t, 3>;

/// The launches of a problem of some size.
using launches = std::vector<simulated::counted_launch>;

/// Problems with up to this many elements, for matmul products, run completely.
inline constexpr std::uint64_t exact_work = std::uint64_t{1} << 18;

/// @param run makes the same launches for every size, and runs all blocks or none
/// @return the launches for the given size
launches
extrapolated(dimensions const& of,
             std::function<launches(sizes const&, simulated::dry_run::selection)> const& run,
             std::uint64_t exact_up_to = exact_work);

} // namespace gpu::inline v0::detail
