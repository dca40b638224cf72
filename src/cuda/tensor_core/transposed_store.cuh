// SPDX-License-Identifier: Apache-2.0
/// @file
/// Finishes and stores a warpgroup's 64 columns of a transposed tile, see transposed_tile.hpp.
#pragma once

#include "box_store.cuh"
#include "cluster.cuh"
#include "fragment.cuh"
#include "tma.cuh"
#include "transposed_tile.hpp"

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// The elements of C: alpha * sums + beta * C, then the steps of the epilogue. Does not read C if
/// beta is 0.
/// @param row, column of the warpgroup's first element
template <int N, class Sum, class Small>
__device__ __forceinline__ void
finish_transposed(Sum (&sums)[N], product_arguments<Sum, Small> const& p, int row, int column) {
    unsigned const thread = threadIdx.x % 128;
#pragma unroll
    for (int i = 0; i < N; ++i) multiply_by_alpha(sums[i], p);
    if (p.beta != 0)
        for_type_of_c(p, [&]<class E>() {
#pragma unroll
            for (int i = 0; i < N; ++i) {
                element_place const at = place_of_transposed(thread, i);
                int const y = row + at.row, x = column + at.column;
                if (y < p.m && x < p.n) add_c<E>(sums[i], p, y * p.leading_dimension + x);
            }
        });
    apply_steps(sums, p, [=](int first, int i) {
        element_place const at = place_of_transposed(thread, i);
        return element_place{row + first * 2 + at.row, column + at.column};
    });
}

/// Writes elements one by one, at any alignment. The lanes of a warp write 8 elements of a row.
template <int N, class Sum, class Small>
__device__ __forceinline__ void store_transposed_elements(Sum const (&sums)[N],
                                                          product_arguments<Sum, Small> const& p,
                                                          int row, int column) {
    for_type_of_c(p, [&]<class E>() {
#pragma unroll
        for (int i = 0; i < N; ++i) {
            element_place const at = place_of_transposed(threadIdx.x % 128, i);
            int const y = row + at.row, x = column + at.column;
            if (y < p.m && x < p.n) write<E>(p, y * p.leading_dimension + x, sums[i]);
        }
    });
}

/// Writes a box of 64 columns of 16-bit elements to shared memory, row by row.
/// @tparam Words pairs of elements per thread: as many as a quarter of the rows
template <int Words>
__device__ __forceinline__ void fill_transposed_box(std::uint32_t box, std::uint32_t const* words) {
    static_assert(Words % 4 == 0);
    std::uint32_t const to = box + offset_of_transposed(threadIdx.x % 128, 0);
#pragma unroll
    for (int i = 0; i < Words; i += 4) // 16 rows on, the swizzle is the same
        asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(
                         to + i / 4 * 16 * 128),
                     "r"(words[i]), "r"(words[i + 1]), "r"(words[i + 2]), "r"(words[i + 3])
                     : "memory");
}

/// Writes the columns with the copy engine. Returns when they have been written.
/// @param box memory for them, at a multiple of 1024
/// @param barrier number of a barrier of this warpgroup
template <int N, class Small>
__device__ __forceinline__ void store_transposed_box(float const (&sums)[N],
                                                     CUtensorMap const* map_c, std::uint32_t box,
                                                     int barrier, int row, int column) {
    std::uint32_t words[N / 2];
    pack_all<Small, N / 2>(sums, words);
    fill_transposed_box<N / 2>(box, words);
    publish_to_engines();
    wait_for_warps(barrier, 128);
    if (threadIdx.x % 128 != 0) return;
    store_box(map_c, box, column, row, 0);
    wait_for_stores();
}

} // namespace gpu::inline v0::sm90
