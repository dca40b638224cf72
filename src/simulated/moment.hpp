// SPDX-License-Identifier: Apache-2.0
/// @file
/// The happens-before order of accesses in a launch, made by barriers, tile syncs and publishing.
#pragma once

#include "ticket_counter.hpp"

#include <gpualgo/abi/code_location.hpp>

#include <cstdint>

namespace gpu::inline v0::simulated {

/// One access to memory: the thread, its clocks, and the source location. All zero for none.
struct access {
    code_location site{};
    std::uint32_t block = 0;
    std::uint32_t epoch = 0; ///< number of barriers that the block had passed
    std::uint32_t clock = 0; ///< clock of the lane, see lane_clocks.hpp
    std::uint32_t thread : 10 = 0;
    std::uint32_t launch : 21 = 0; ///< in the queue, from 1
    std::uint32_t is_atomic : 1 = 0;

    [[nodiscard]] bool happened() const { return launch != 0; }
};

/// Whether two accesses are both atomic: these never race.
[[nodiscard]] inline bool are_atomic(access const& a, access const& b) {
    return a.is_atomic != 0 && b.is_atomic != 0;
}

/// The present of a thread: its next access, and its knowledge of other threads.
struct moment {
    access now;
    /// the clocks of the warp's lanes, as of the last syncs with them
    std::uint32_t const* known;
    ticket_counter const* tickets; ///< the blocks that have published
    std::uint64_t seed;            ///< for messages

    /// Whether everything that this thread does from now on is ordered after an access. Launches of
    /// a queue are ordered, a barrier orders a block, a tile sync its lanes, and publishing orders
    /// blocks. Shuffles, votes and atomic accesses order nothing, as on a GPU.
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
