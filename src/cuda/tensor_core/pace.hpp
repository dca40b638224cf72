// SPDX-License-Identifier: Apache-2.0
/// @file
/// Which products keep their blocks at about the same k, see pace.cuh.
#pragma once

#include <cstddef>

namespace gpu::inline v0::sm90 {

/// Blocks wait for each other whenever they have loaded so much of k.
inline constexpr int pace_interval = 1024;

/// Whether blocks keep pace: if they could drift apart over k, and go on with other tiles. On an
/// H100, products of float at 16384 by 16384 by 16384 then take 0.71 of the time, and of TF32 0.54.
/// Products of int8 do not keep pace: they take less time per k.
/// @param rounds tiles per block
constexpr bool keeps_pace(int k, int rounds, std::size_t element_bytes) {
    return k >= 8192 && rounds >= 2 && element_bytes > 1;
}

} // namespace gpu::inline v0::sm90
