// SPDX-License-Identifier: Apache-2.0
/// @file
/// warp_shuffle: warps fold in registers, and every thread loads 16 bytes at once. One value a warp
/// crosses shared memory.
#pragma once

#include <gpualgo/kernel/reduce/cg_tile.hpp>

namespace gpu::inline v0::kernel {

/// See policy::warp_shuffle. Luitjens, Faster Parallel Reductions on Kepler.
template <memory_space Space>
struct fold<policy::warp_shuffle, Space> : fold<policy::cg_tile<32>, memory_space::registers> {
    /// 16 bytes of elements loaded at a time.
    template <class T>
    static constexpr std::size_t items = sizeof(T) < 16 ? 16 / sizeof(T) : 1;
};

} // namespace gpu::inline v0::kernel
