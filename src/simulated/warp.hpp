// SPDX-License-Identifier: Apache-2.0
/// @file
/// A warp: which of its lanes wait in collectives, and which of these are complete.
#pragma once

#include "collective.hpp"
#include "lane_clocks.hpp"

#include <array>
#include <cstdint>

namespace gpu::inline v0::simulated {

/// Thirty-two lanes, of which the last warp of a block may lack some.
class warp {
public:
    /// A new block: no lane waits.
    /// @param present the lanes that there are
    void begin(std::uint32_t present) {
        present_ = present;
        waiting_ = 0;
    }

    /// A lane waits in a collective.
    void enter(unsigned lane, collective& part) {
        parts_[lane] = &part;
        waiting_ |= 1u << lane;
    }

    /// Completes the collectives whose lanes have all come. Called when no lane can go on.
    /// @return the lanes that can go on now
    std::uint32_t settle();

    [[nodiscard]] std::uint32_t present() const { return present_; }
    [[nodiscard]] std::uint32_t waiting() const { return waiting_; }
    /// What a waiting lane waits in.
    [[nodiscard]] collective const& part(unsigned lane) const { return *parts_[lane]; }
    /// Lanes that a waiting lane waits for.
    [[nodiscard]] std::uint32_t missing(unsigned lane) const;
    [[nodiscard]] lane_clocks const& clocks() const { return clocks_; }

private:
    std::uint32_t arrived(unsigned lane) const;
    std::uint32_t complete_all(bool converging);

    std::uint32_t present_ = 0;
    std::uint32_t waiting_ = 0;
    std::array<collective*, 32> parts_{};
    lane_clocks clocks_;
};

} // namespace gpu::inline v0::simulated
