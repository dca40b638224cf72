// SPDX-License-Identifier: Apache-2.0
/// @file
/// Memory for kernels whose blocks wait for totals of earlier blocks.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// Memory of a device, initially zero, that one launch after the other uses. Nothing is cleared
/// between launches: words carry the number of the launch that has written them.
struct look_back_memory {
    /// in the low half the tickets given out, in the high half the launches so far
    unsigned long long* control;
    void* words; ///< aligned to 16 bytes
};

/// The number of a launch. It is never 0, which is in words that no launch has written.
/// @param taken from the counter by a block
[[nodiscard]] GPUALGO_FUNCTION constexpr std::uint32_t launch_number(unsigned long long taken) {
    return static_cast<std::uint32_t>(taken >> 32) + 1;
}

/// The counter for the launch after the one that has taken `taken`. After 2^32 - 1 launches their
/// numbers begin again.
[[nodiscard]] GPUALGO_FUNCTION constexpr unsigned long long
counter_after(unsigned long long taken) {
    std::uint32_t const number = launch_number(taken);
    return number == 0xffffffff ? 0 : static_cast<unsigned long long>(number) << 32;
}

} // namespace gpu::inline v0::detail
