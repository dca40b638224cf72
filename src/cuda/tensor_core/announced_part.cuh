// SPDX-License-Identifier: Apache-2.0
/// @file
/// The loading thread of a block announces parts of tiles to the multiplying warps, in shared
/// memory. Thus these need no divisions, whose constants would take registers in their loop.
#pragma once

#include "tile_order.hpp"
#include "tile_stream.hpp"

namespace gpu::inline v0::sm90 {

/// A part of a tile.
struct announced_part {
    int row, column;   ///< of the tile's first element
    int product;       ///< index in the batch
    int steps;         ///< of k
    int before, after; ///< see tile_part
};

/// Places for announced parts; part i of a block is at i % most_announced. The loading thread is at
/// most as many steps ahead as there are stages, and a part has at least one step. Thus while a
/// warp that gives back stages reads part i, part i + stages + 1 may be announced. In warpgroups
/// one warp gives them back; the other three follow it closely, as wgmma keeps them together.
inline constexpr int most_announced = 16;

__device__ __forceinline__ announced_part announcement(tile_part const& part,
                                                       tile_place const& place, int row,
                                                       int column) {
    return {row, column, place.product, part.count, part.before, part.after};
}

/// Reads a member of an announced part for a warp, by one lane. On an H200, large products of
/// double took 1 to 2 percent less time than if all lanes read.
__device__ __forceinline__ int read_announced(int const& member) {
    int value = 0;
    if (threadIdx.x % 32 == 0) value = member;
    return __shfl_sync(~0u, value, 0);
}

} // namespace gpu::inline v0::sm90
