// SPDX-License-Identifier: Apache-2.0
#include "warp.hpp"

#include <bit>

namespace gpu::inline v0::simulated {

/// The waiting lanes in the same collective as `lane`, including itself.
std::uint32_t warp::arrived(unsigned lane) const {
    std::uint32_t same = 0;
    for (auto rest = waiting_; rest != 0; rest &= rest - 1) {
        auto const other = static_cast<unsigned>(std::countr_zero(rest));
        if (meet(*parts_[other], *parts_[lane])) same |= 1u << other;
    }
    return same;
}

std::uint32_t warp::missing(unsigned lane) const {
    return parts_[lane]->members & present_ & ~arrived(lane);
}

std::uint32_t warp::complete_all(bool converging) {
    std::uint32_t released = 0;
    for (auto rest = waiting_; rest != 0;) {
        auto const lane = static_cast<unsigned>(std::countr_zero(rest));
        std::uint32_t const here = arrived(lane);
        rest &= ~here;
        if ((parts_[lane]->what == operation::converge) != converging) continue;
        if (!converging && (parts_[lane]->members & present_ & ~here) != 0) continue;
        complete(parts_, here, clocks_);
        released |= here;
    }
    waiting_ &= ~released;
    return released;
}

// Lanes converge only when no other lane can advance: the lanes at one site are then the most that
// a GPU could find together.
std::uint32_t warp::settle() {
    if (waiting_ == 0) return 0;
    std::uint32_t const released = complete_all(false);
    return released != 0 ? released : complete_all(true);
}

} // namespace gpu::inline v0::simulated
