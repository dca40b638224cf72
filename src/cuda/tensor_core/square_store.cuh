// SPDX-License-Identifier: Apache-2.0
/// @file
/// Stores the sums of register_operand_product with the copy engine. Two warps have 32 elements of
/// R. They store 32 by 32 elements of C at a time, in boxes with rows of 128 bytes.
#pragma once

#include "box_store.cuh"
#include "descriptor.hpp"
#include "square_place.hpp"

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// The buffers of two warps.
template <int Count>
using square_buffers = box_buffers<Count, 32, 64>;

/// Writes a thread's 16 sums of a square to shared memory, see pair_of_square.
template <bool BIsR, class Sum>
__device__ __forceinline__ void fill_square(std::uint32_t box, Sum const* sums, std::uint32_t r,
                                            bool is_late) {
    std::uint32_t const s = threadIdx.x % 4 * 2;
#pragma unroll
    for (int turn = 0; turn < 8; ++turn) {
        square_pair const to = pair_of_square(BIsR, turn, r, s, is_late);
        // registers have constant indices
        square_pair const early = pair_of_square(BIsR, turn, 0, 0, false);
        square_pair const late = pair_of_square(BIsR, turn, 0, 0, true);
        store_two(box + swizzled(to.row * 128 + to.column * 4),
                  is_late ? sums[late.first] : sums[early.first],
                  is_late ? sums[late.second] : sums[early.second]);
    }
}

/// Stores the sums of two warps. Returns while the copy engine is still working.
/// @param r index of the thread's first element of R among the warps' 32
/// @param is_late see pair_of_square
/// @param first_r, first_s the warps' first elements of R and S
template <bool BIsR, int N, class Sum, class Buffers>
__device__ __forceinline__ void store_squares(Sum const (&sums)[N], CUtensorMap const* map_c,
                                              Buffers& buffers, std::uint32_t r, bool is_late,
                                              int first_r, int first_s, int product) {
    static_assert(N % 16 == 0);
#pragma unroll
    for (int i = 0; i < N; i += 16, first_s += 32) {
        std::uint32_t const box = buffers.take();
        fill_square<BIsR>(box, &sums[i], r, is_late);
        tile_place place{first_r, first_s, product};
        if constexpr (BIsR) place = {first_s, first_r, product};
        buffers.store(map_c, box, place);
    }
}

} // namespace gpu::inline v0::sm90
