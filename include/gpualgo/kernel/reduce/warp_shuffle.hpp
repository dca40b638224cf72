// SPDX-License-Identifier: Apache-2.0
/// @file
/// warp_shuffle: `cg_tile<32>` in registers, and each thread loads 16 bytes by one instruction.
///
/// The lanes of each warp fold their values by shuffles, and lane 0 writes the result to shared
/// memory. After a block barrier, the lanes of the first warp read these results and fold them by
/// shuffles. Only one value per warp goes through shared memory.
#pragma once

#include <gpualgo/kernel/reduce/cg_tile.hpp>

namespace gpu::inline v0::kernel {

/// See policy::warp_shuffle. Luitjens, Faster Parallel Reductions on Kepler.
template <memory_space Space>
struct fold<policy::warp_shuffle, Space> : fold<policy::cg_tile<32>, memory_space::registers> {
    /// Elements per load: 16 bytes, or one wider element.
    template <class T>
    static constexpr std::size_t items = sizeof(T) < 16 ? 16 / sizeof(T) : 1;
};

} // namespace gpu::inline v0::kernel
