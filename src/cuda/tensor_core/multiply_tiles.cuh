// SPDX-License-Identifier: Apache-2.0
/// @file
/// A step of k by wgmma: a tile of A times a tile of B, both in shared memory.
#pragma once

#include "operand_tile.cuh"
#include "wgmma.cuh"
#include "wgmma_16bit.cuh"
#include "wgmma_int8.cuh"
#include "wgmma_tf32.cuh"

#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::sm90 {

/// Begins to add the product of 64 rows of A's tile and B's tile to a warpgroup's sums. When it
/// returns, the previous step has ended, and its tiles may be overwritten.
/// @tparam TileA, TileB see operand_tile
/// @param a, b the tiles
/// @param row the first of the 64 rows in A's tile
/// @param step index of the step; the first one ignores the sums' values
template <class Value, class TileA, class TileB, class Sum, int N>
__device__ __forceinline__ void multiply_tiles(Sum (&sums)[N], std::uint32_t a, std::uint32_t b,
                                               int row, int step) {
    auto const from_a = TileA::descriptor(a, row), from_b = TileB::descriptor(b);
    pin(sums);
    fence_products();
#pragma unroll
    for (int i = 0; i < 4; ++i)
        multiply<TileA::is_transposed, TileB::is_transposed>(
            std::type_identity<Value>{}, sums, from_a + i * TileA::step, from_b + i * TileB::step,
            (step | i) != 0);
    commit_products();
    pin(sums);
    wait_for_products<1>();
}

/// The same for groups of 64 rows that follow one another in A's tile, and columns from `column` on
/// in B's. The sums have been set to 0: if the first step ignored their values, ptxas would
/// serialise the products of all groups.
template <class Value, class TileA, class TileB, class Sum, int Groups, int N>
__device__ __forceinline__ void multiply_tiles(Sum (&sums)[Groups][N], std::uint32_t a,
                                               std::uint32_t b, int row, int column = 0) {
    pin(sums);
    fence_products();
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int g = 0; g < Groups; ++g)
            multiply<TileA::is_transposed, TileB::is_transposed>(
                std::type_identity<Value>{}, sums[g],
                TileA::descriptor(a, row + g * 64) + i * TileA::step,
                TileB::descriptor(b, column) + i * TileB::step, 1);
    commit_products();
    pin(sums);
    wait_for_products<1>();
}

/// Waits until the last step has ended.
/// @param sums of one group, or of several
template <class Sums>
__device__ __forceinline__ void finish_steps(Sums& sums) {
    wait_for_products<0>();
    pin(sums);
}

} // namespace gpu::inline v0::sm90
