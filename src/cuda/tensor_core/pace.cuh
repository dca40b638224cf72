// SPDX-License-Identifier: Apache-2.0
/// @file
/// Keeps the blocks of a persistent kernel at about the same k. So each finds in the L2 cache what
/// others have loaded. Over long tiles, blocks would drift apart by more than the cache holds.
#pragma once

#include "pace.hpp"

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// The pace of a block's loading thread.
class pacer {
public:
    /// @param arrivals of all blocks: zero before the launch, or null if blocks need no pace
    __device__ __forceinline__ explicit pacer(std::uint32_t* arrivals) : arrivals_(arrivals) {}

    /// Called before k is loaded, by all blocks equally often. Waits for the others, but only for
    /// some microseconds: nothing depends on their arrival, and they need not run.
    __device__ __forceinline__ void pass(int k) {
        if (arrivals_ == nullptr || k % pace_interval != 0) return;
        expected_ += gridDim.x;
        atomicAdd(arrivals_, 1u);
        for (int turn = 0; turn < 100; ++turn) {
            std::uint32_t seen;
            asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];"
                         : "=r"(seen)
                         : "l"(arrivals_)
                         : "memory");
            if (seen >= expected_) return;
            __nanosleep(100);
        }
    }

private:
    std::uint32_t* arrivals_;
    std::uint32_t expected_ = 0; ///< arrivals, once all blocks have passed
};

} // namespace gpu::inline v0::sm90
