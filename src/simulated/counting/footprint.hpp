// SPDX-License-Identifier: Apache-2.0
/// @file
/// The memory that one request of a warp touches: sectors of global memory, and banks of shared
/// memory.
#pragma once

#include <gpualgo/warp_counts.hpp>

#include <array>
#include <cstdint>

namespace gpu::inline v0::simulated {

/// One access of a warp.
struct warp_request {
    std::array<std::uint64_t, 32> address; ///< of the first byte, for each active lane
    std::uint32_t lanes;                   ///< the active lanes, at least one
    std::uint32_t bytes;                   ///< per lane
};

/// @return the counts of one request of global memory
global_counts global_footprint(warp_request const& request);

/// @param lanes some of the active ones, at least one
/// @return how many different words of each bank of shared memory the lanes access
std::array<std::uint8_t, 32> words_per_bank(warp_request const& request, std::uint32_t lanes);

/// @return the counts of one request of shared memory. Addresses are multiples of 4 bytes if
/// `bytes` is
shared_counts shared_footprint(warp_request const& request);

} // namespace gpu::inline v0::simulated
