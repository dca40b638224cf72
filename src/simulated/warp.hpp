// SPDX-License-Identifier: Apache-2.0
/// @file
/// A warp: its lanes that wait in collectives, and the completion of these.
#pragma once

#include "collective.hpp"
#include "lane_clocks.hpp"

#include <array>
#include <cstdint>

namespace gpu::inline v0::simulated {

/// 32 lanes; the last warp of a block may have fewer.
class warp {
public:
    /// Starts a block: no lane waits.
    /// @param present the lanes that exist
    void begin(std::uint32_t present) {
        present_ = present;
        waiting_ = 0;
    }

    /// Records that a lane waits in a collective.
    void enter(unsigned lane, collective& part) {
        parts_[lane] = &part;
        waiting_ |= 1u << lane;
    }

    /// Completes the collectives that all their lanes have reached. Called when no lane can
    /// advance.
    /// @return the lanes that can now advance
    std::uint32_t settle();

    [[nodiscard]] std::uint32_t present() const { return present_; }
    [[nodiscard]] std::uint32_t waiting() const { return waiting_; }
    /// The collective that a lane waits in.
    [[nodiscard]] collective const& part(unsigned lane) const { return *parts_[lane]; }
    /// The lanes that a waiting lane waits for.
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
