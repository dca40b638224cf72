// SPDX-License-Identifier: Apache-2.0
/// @file
/// Memory for kernels whose blocks wait for totals of earlier blocks.
#pragma once

namespace gpu::inline v0::detail {

/// Memory of a device, initially zero, that one launch after the other uses. Nothing is cleared
/// between launches: words carry the number of the launch that has written them.
struct look_back_memory {
    /// in the low half the tickets given out, in the high half the launches so far
    unsigned long long* control;
    void* words; ///< aligned to 16 bytes
};

} // namespace gpu::inline v0::detail
