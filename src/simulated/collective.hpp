// SPDX-License-Identifier: Apache-2.0
/// @file
/// Collectives of lanes: tile syncs, shuffles and votes. Each lane contributes its part; the last
/// one to arrive completes the collective.
#pragma once

#include "lane_clocks.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <source_location>

namespace gpu::inline v0::simulated {

/// The kinds of collectives.
enum class operation : std::uint8_t {
    sync,    ///< orders memory; no other kind does
    shuffle, ///< each lane gets the value of another lane
    ballot,  ///< each lane gets the set of lanes whose bool is true
    match,   ///< each lane gets the set of lanes with the same value
    /// each lane gets the set of lanes that arrive together; only here are the members not known in
    /// advance
    converge
};

/// "tile sync", "shuffle" ...
char const* to_string(operation what);

/// A lane's part in a collective; it exists while the lane waits.
struct collective {
    operation what;
    std::uint32_t members; ///< lanes of the warp
    std::source_location site;
    void const* value = nullptr; ///< the value of this lane
    void* result = nullptr;      ///< for this lane: a value, or a set of lanes as std::uint32_t
    std::size_t bytes = 0;       ///< size of the value
    unsigned source = 0;         ///< for a shuffle: the lane of the warp whose value is read

    /// Whether two lanes wait in the same collective.
    [[nodiscard]] bool meets(collective const& other) const;
};

/// Completes a collective.
/// @param parts of all lanes of the warp; non-null for participating lanes
/// @param lanes the participating lanes
void complete(std::array<collective*, 32> const& parts, std::uint32_t lanes, lane_clocks& clocks);

} // namespace gpu::inline v0::simulated
