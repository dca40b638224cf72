// SPDX-License-Identifier: Apache-2.0
/// @file
/// Stores a warpgroup's sums with the copy engine, in boxes with rows of 128 bytes.
#pragma once

#include "cluster.cuh"
#include "descriptor.hpp"
#include "fragment.cuh"
#include "opaque.cuh"
#include "tile_order.hpp"
#include "tma.cuh"

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// Buffers in shared memory for boxes, which some warps take in turn, or several at a time.
/// @tparam Rows of a box
/// @tparam Threads of these warps
template <int Count, int Rows, int Threads = 128>
class box_buffers {
public:
    static constexpr int count = Count;
    static constexpr std::uint32_t bytes_of_box = Rows * 128, bytes = Count * bytes_of_box;

    /// @param first address of the first buffer
    /// @param barrier number of a barrier of these warps
    __device__ __forceinline__ box_buffers(std::uint32_t first, int barrier)
        : first_(first), barrier_(barrier) {}

    /// The address of the next buffer, or of the first of several, which the copy engine has read.
    template <int Boxes = 1>
    __device__ __forceinline__ std::uint32_t take() {
        static_assert(Boxes <= Count);
        constexpr int pending = Boxes > 1 ? 0 : Count - 1; // stores that may still read others
        if (threadIdx.x % Threads == 0) wait_for_reads_of_stores<pending>();
        wait_for_warps(barrier_, Threads);
        if constexpr (Boxes > 1) {
            next_ = Boxes % Count;
            return first_;
        } else {
            std::uint32_t const box = first_ + next_ * bytes_of_box;
            next_ = next_ + 1 == Count ? 0 : next_ + 1;
            return box;
        }
    }

    /// Stores boxes that the warps have written. Returns while the copy engine is working.
    /// @param box address of the first one
    /// @param place_of returns the place of the first element of a box, from its index
    template <int Boxes, class Place>
    __device__ __forceinline__ void store(CUtensorMap const* map_c, std::uint32_t box,
                                          Place place_of) const {
        publish_to_engines();
        wait_for_warps(barrier_, Threads);
        if (threadIdx.x % Threads != 0) return;
#pragma unroll
        for (int i = 0; i < Boxes; ++i) {
            tile_place const place = place_of(i);
            store_box(map_c, box + i * bytes_of_box, place.column, place.row, place.product);
        }
    }

    /// Stores a box.
    /// @param place of its first element
    __device__ __forceinline__ void store(CUtensorMap const* map_c, std::uint32_t box,
                                          tile_place const& place) const {
        store<1>(map_c, box, [&](int) { return place; });
    }

private:
    std::uint32_t first_, next_ = 0;
    int barrier_;
};

/// Writes 16 rows of a box of 16-bit elements to shared memory, four 8 by 8 matrices at a time.
/// @param words 16 pairs of elements
__device__ __forceinline__ void fill_small_box(std::uint32_t box, std::uint32_t const* words) {
    unsigned const lane = threadIdx.x % 32;
    std::uint32_t const row = threadIdx.x % 128 / 32 * 16 + lane % 16;
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        std::uint32_t const* const w = words + q * 4;
        std::uint32_t const to = box + swizzled(row * 128 + q * 32 + lane / 16 * 16);
        asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(to),
                     "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3])
                     : "memory");
    }
}

/// Makes words of elements of C: rounds pairs of adjacent sums, or copies sums. The copies are
/// opaque. Otherwise words that wait would be the registers that the next products change.
/// @tparam E see for_type_of_c
template <class E, int Words, class Sum>
__device__ __forceinline__ void pack_all(Sum const* sums, std::uint32_t* words) {
#pragma unroll
    for (int i = 0; i < Words; ++i)
        if constexpr (sizeof(E) == 2)
            words[i] = pack<E>(number_in(sums[2 * i]), number_in(sums[2 * i + 1]));
        else words[i] = bits_of(opaque(sums[i]));
}

__device__ __forceinline__ void store_two(std::uint32_t to, float x, float y) {
    asm volatile("st.shared.v2.f32 [%0], {%1, %2};" ::"r"(to), "f"(x), "f"(y) : "memory");
}
template <class Integer>
__device__ __forceinline__ void store_two(std::uint32_t to, Integer x, Integer y) {
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
        if constexpr (sizeof(E) == 2) {
            std::uint32_t words[16];
            pack_all<E, 16>(&sums[column / 2], words);
            fill_small_box(box, words);
        } else fill_box(box, &sums[column / 2]);
        buffers.store(map_c, box, {place.row, place.column + column, place.product});
    }
}

} // namespace gpu::inline v0::sm90
