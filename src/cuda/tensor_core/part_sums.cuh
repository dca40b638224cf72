// SPDX-License-Identifier: Apache-2.0
/// @file
/// Adds the parts of a divided tile. Each warp passes its sums to the same warp of a later block,
/// through memory of the GPU.
#pragma once

#include "tile_parts.hpp"

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::sm90 {

/// Sets a flag after the warp's stores, for a warp of another block.
__device__ __forceinline__ void set_flag(std::uint32_t* flag) {
    __syncwarp();
    if (threadIdx.x % 32 == 0)
        asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
}

/// Waits until a flag is set, and clears it for the next launch. The warp's later loads find what
/// was stored before. Lanes loop together: the compiler spilled registers if one lane alone did.
__device__ __forceinline__ void take_flag(std::uint32_t* flag) {
    std::uint32_t is_set = 0;
    do {
        asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(is_set) : "l"(flag) : "memory");
    } while (!__all_sync(~0u, is_set != 0));
    if (threadIdx.x % 32 == 0) *flag = 0;
}

/// Adds the sums of a tile's parts, if there are several.
/// @tparam Pairs per thread
/// @param thread of the multiplying warps
/// @param before, after see tile_part
/// @param for_each_pair calls f(pair, first, second) for a thread's sums
/// @return whether the block has the tile's total; otherwise it has passed its sums on
template <int Pairs, class Sum, class ForEachPair>
__device__ __forceinline__ bool add_parts_of_tile(tile_parts<Sum> const& parts, unsigned thread,
                                                  int before, int after,
                                                  ForEachPair for_each_pair) {
    auto const slot = [&](unsigned block) {
        return parts.slots + static_cast<std::size_t>(block) * Pairs * multiplying_warps * 32 +
               thread;
    };
    auto const flag = [&](unsigned block) {
        return parts.written + block * multiplying_warps + thread / 32;
    };
    auto const add = [&](int distance) {
        unsigned const other = blockIdx.x - static_cast<unsigned>(distance);
        take_flag(flag(other));
        neighbours<Sum> const* const from = slot(other);
        for_each_pair([&](int pair, Sum& first, Sum& second) {
            neighbours<Sum> const earlier = from[pair * multiplying_warps * 32];
            first = earlier.first + first;
            second = earlier.second + second;
        });
    };
    auto const pass = [&] {
        neighbours<Sum>* const to = slot(blockIdx.x);
        for_each_pair([&](int pair, Sum first, Sum second) {
            to[pair * multiplying_warps * 32] = {first, second};
        });
        set_flag(flag(blockIdx.x));
    };
    return add_in_groups(before, after, add, pass);
}

} // namespace gpu::inline v0::sm90
