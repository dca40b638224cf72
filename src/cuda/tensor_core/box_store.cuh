// SPDX-License-Identifier: Apache-2.0
/// @file
/// Stores a warpgroup's sums with the copy engine, through two buffers of 64 rows of 128 bytes.
#pragma once

#include "cluster.cuh"
#include "descriptor.hpp"
#include "fragment.cuh"
#include "tile_order.hpp"
#include "tma.cuh"

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// Writes 16 rows of a box of 16-bit elements to shared memory, four 8 by 8 matrices at a time.
template <class Small, class Sum>
__device__ __forceinline__ void fill_small_box(std::uint32_t box, Sum const* sums) {
    unsigned const lane = threadIdx.x % 32;
    std::uint32_t const row = threadIdx.x % 128 / 32 * 16 + lane % 16;
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        float f[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) f[i] = number_in(sums[q * 8 + i]);
        std::uint32_t const to = box + swizzled(row * 128 + q * 32 + lane / 16 * 16);
        asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(to),
                     "r"(pack<Small>(f[0], f[1])), "r"(pack<Small>(f[2], f[3])),
                     "r"(pack<Small>(f[4], f[5])), "r"(pack<Small>(f[6], f[7]))
                     : "memory");
    }
}

__device__ __forceinline__ void store_two(std::uint32_t to, float x, float y) {
    asm volatile("st.shared.v2.f32 [%0], {%1, %2};" ::"r"(to), "f"(x), "f"(y) : "memory");
}
__device__ __forceinline__ void store_two(std::uint32_t to, std::int32_t x, std::int32_t y) {
    asm volatile("st.shared.v2.b32 [%0], {%1, %2};" ::"r"(to), "r"(x), "r"(y) : "memory");
}

/// Writes 16 rows of a box of 32-bit elements to shared memory.
template <class Sum>
__device__ __forceinline__ void fill_box(std::uint32_t box, Sum const* sums) {
    std::uint32_t const row = static_cast<std::uint32_t>(row_in_fragment());
#pragma unroll
    for (int i = 0; i < 16; i += 2) {
        std::uint32_t const line = row + (i % 4 == 0 ? 0 : 8);
        std::uint32_t const to = box + swizzled(line * 128 + i / 4 * 32 + threadIdx.x % 4 * 8);
        store_two(to, sums[i], sums[i + 1]);
    }
}

/// Writes 64 rows of C. Returns while the copy engine is still working.
/// @tparam E see for_type_of_c
/// @param buffers of this warpgroup, 2 * 8192 bytes
/// @param which index of the next buffer
/// @param barrier number of a barrier of this warpgroup
/// @param place of the first element
template <class E, int N, class Sum>
__device__ __forceinline__ void store_boxes(Sum const (&sums)[N], CUtensorMap const* map_c,
                                            std::uint32_t buffers, unsigned& which, int barrier,
                                            tile_place const& place) {
    constexpr int width = 128 / int{sizeof(E)}; // columns
    bool const is_first = threadIdx.x % 128 == 0;
#pragma unroll
    for (int c = 0; c < N * 2 / width; ++c) {
        std::uint32_t const box = buffers + which * 8192;
        which ^= 1;
        if (is_first) wait_for_reads_of_stores<1>();
        wait_for_warps(barrier, 128);
        if constexpr (sizeof(E) == 2) fill_small_box<E>(box, &sums[c * width / 2]);
        else fill_box(box, &sums[c * width / 2]);
        publish_to_engines();
        wait_for_warps(barrier, 128);
        if (is_first) store_box(map_c, box, place.column + c * width, place.row, place.product);
    }
}

} // namespace gpu::inline v0::sm90
