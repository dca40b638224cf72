// SPDX-License-Identifier: Apache-2.0
/// @file
/// Collectives of lanes: tile syncs, shuffles and votes. Each lane brings its part; the last to
/// arrive completes it.
#pragma once

#include "lane_clocks.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <source_location>

namespace gpu::inline v0::simulated {

/// What a collective does with the lanes' values.
enum class operation : std::uint8_t {
    sync,    ///< orders memory; the only one that does
    shuffle, ///< each lane takes the value of another
    ballot,  ///< each lane gets the set of lanes whose value, a bool, is true
    match,   ///< each lane gets the set of lanes that have its value
    /// each lane gets the set of lanes that are here: the only one whose members are not known
    /// before
    converge
};

/// "tile sync", "shuffle" ...
char const* to_string(operation what);

/// A lane's part in a collective, for as long as the lane waits in it.
struct collective {
    operation what;
    std::uint32_t members; ///< lanes of the warp
    std::source_location site;
    void const* value = nullptr; ///< what this lane brings
    void* result = nullptr;      ///< what it gets: a value, or a set of lanes as std::uint32_t
    std::size_t bytes = 0;       ///< of the value
    unsigned source = 0;         ///< of a shuffle: the lane of the warp whose value it takes

    /// Whether two lanes wait in the same collective.
    [[nodiscard]] bool meets(collective const& other) const;
};

/// Completes a collective.
/// @param parts of all lanes of the warp; those of the lanes that take part are not null
/// @param lanes those that take part
void complete(std::array<collective*, 32> const& parts, std::uint32_t lanes, lane_clocks& clocks);

} // namespace gpu::inline v0::simulated
