// SPDX-License-Identifier: Apache-2.0
/// @file
/// Vector clocks of a warp: which accesses of the other lanes precede a lane's present, through
/// tile syncs.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace gpu::inline v0::simulated {

/// The clocks of the 32 lanes. A lane's own clock counts its syncs. For another lane it holds the
/// clock of the last sync that ordered them, directly or through third lanes. Clocks never
/// decrease, so they need no reset between blocks.
class lane_clocks {
public:
    lane_clocks() {
        for (auto& row : known_) std::fill_n(row, 32, 0u);
        for (unsigned lane = 0; lane < 32; ++lane) known_[lane][lane] = 1;
    }

    /// The clocks of all lanes, as far as a lane knows them.
    [[nodiscard]] std::uint32_t const* known(unsigned lane) const { return known_[lane]; }
    /// A lane's own clock.
    [[nodiscard]] std::uint32_t now(unsigned lane) const { return known_[lane][lane]; }

    /// Synchronises a set of lanes: each gets the maxima of all their clocks, and its own clock
    /// advances.
    void join(std::uint32_t lanes) {
        if (std::has_single_bit(lanes)) return;
        std::uint32_t joined[32] = {};
        for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
            auto const* const row = known_[std::countr_zero(rest)];
            for (unsigned i = 0; i < 32; ++i) joined[i] = std::max(joined[i], row[i]);
        }
        for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
            auto const lane = static_cast<unsigned>(std::countr_zero(rest));
            std::copy_n(joined, 32, known_[lane]);
            ++known_[lane][lane];
        }
    }

private:
    std::uint32_t known_[32][32];
};

} // namespace gpu::inline v0::simulated
