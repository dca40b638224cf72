// SPDX-License-Identifier: Apache-2.0
/// @file
/// Stores a warpgroup's sums with the copy engine, in boxes with rows of 128 bytes.
#pragma once

#include "cluster.cuh"
#include "descriptor.hpp"
#include "fragment.cuh"
#include "tile_order.hpp"
#include "tma.cuh"

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// Buffers in shared memory for boxes, taken in turn by some warps.
/// @tparam Rows of a box
/// @tparam Threads of these warps
template <int Count, int Rows, int Threads = 128>
class box_buffers {
public:
    static constexpr std::uint32_t bytes_of_box = Rows * 128, bytes = Count * bytes_of_box;

    /// @param first address of the first buffer
    /// @param barrier number of a barrier of these warps
    __device__ __forceinline__ box_buffers(std::uint32_t first, int barrier)
        : first_(first), barrier_(barrier) {}

    /// The address of the next buffer, which the copy engine has read.
    __device__ __forceinline__ std::uint32_t take() {
        std::uint32_t const box = first_ + next_ * bytes_of_box;
        next_ = next_ + 1 == Count ? 0 : next_ + 1;
        if (threadIdx.x % Threads == 0) wait_for_reads_of_stores<Count - 1>();
        wait_for_warps(barrier_, Threads);
        return box;
    }

    /// Stores the box that the warps have written. Returns while the copy engine is working.
    /// @param place of the first element
    __device__ __forceinline__ void store(CUtensorMap const* map_c, std::uint32_t box,
                                          tile_place const& place) const {
        publish_to_engines();
        wait_for_warps(barrier_, Threads);
        if (threadIdx.x % Threads == 0)
            store_box(map_c, box, place.column, place.row, place.product);
    }

private:
    std::uint32_t first_, next_ = 0;
    int barrier_;
};

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
/// @param place of the first element
template <class E, int N, class Sum, class Buffers>
__device__ __forceinline__ void store_boxes(Sum const (&sums)[N], CUtensorMap const* map_c,
                                            Buffers& buffers, tile_place const& place) {
    constexpr int width = 128 / int{sizeof(E)}; // columns
#pragma unroll
    for (int column = 0; column < N * 2; column += width) {
        std::uint32_t const box = buffers.take();
        if constexpr (sizeof(E) == 2) fill_small_box<E>(box, &sums[column / 2]);
        else fill_box(box, &sums[column / 2]);
        buffers.store(map_c, box, {place.row, place.column + column, place.product});
    }
}

} // namespace gpu::inline v0::sm90
