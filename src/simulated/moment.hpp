// SPDX-License-Identifier: Apache-2.0
/// @file
/// What happened before what: the order that barriers, tile syncs and publishing make between
/// accesses of a launch.
#pragma once

#include "ticket_counter.hpp"

#include <cstdint>
#include <source_location>

namespace gpu::inline v0::simulated {

/// One access to memory: who, when by the clocks of its block and lane, and where in the source.
/// All zero for none.
struct access {
    std::source_location site{};
    std::uint32_t block = 0;
    std::uint32_t epoch = 0; ///< barriers of the block that came before
    std::uint32_t clock = 0; ///< the lane's own, see lane_clocks.hpp
    std::uint32_t thread : 10 = 0;
    std::uint32_t launch : 22 = 0; ///< of the queue, from 1

    [[nodiscard]] bool happened() const { return launch != 0; }
};

/// A thread's present: its next access, and what it knows of other threads.
struct moment {
    access now;
    /// the clocks of the warp's lanes, its own too, as far as it has synchronised with them
    std::uint32_t const* known;
    ticket_counter const* tickets; ///< the blocks that have published
    std::uint64_t seed;            ///< for findings

    /// Whether everything that this thread does from now on comes after an access. Launches of a
    /// queue follow each other; a barrier orders a block; a tile sync orders its lanes; publishing
    /// orders blocks. Shuffles and votes order nothing, as on a GPU.
    [[nodiscard]] bool follows(access const& earlier) const {
        if (earlier.launch != now.launch) return true;
        if (earlier.block != now.block)
            return tickets->ordered(earlier.block, earlier.epoch, now.block);
        if (earlier.epoch != now.epoch) return true;
        return earlier.thread / 32 == now.thread / 32 &&
               known[earlier.thread % 32] >= earlier.clock;
    }
};

} // namespace gpu::inline v0::simulated
