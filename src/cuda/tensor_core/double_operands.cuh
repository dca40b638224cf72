// SPDX-License-Identifier: Apache-2.0
/// @file
/// Tiles of double in shared memory, and products of them by mma.
#pragma once

#include "double_offsets.hpp"
#include "kernel_set.hpp"
#include "tma.cuh"

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// A tile of `Extent` rows of A, or columns of B, by 16 of k. A line has 128 bytes. Those of a
/// K-major tile are rows of A, or columns of B. An MN-major tile has boxes of 16 of them, and a
/// line of a box is one of k.
template <major Major, int Extent>
struct double_tile {
    static constexpr std::uint32_t bytes = Extent * 128;

    /// @param first row of A, or column of B
    /// @param matrix its index, if the map has three dimensions
    template <class... Index>
    static __device__ __forceinline__ void load(std::uint32_t tile, CUtensorMap const* map,
                                                std::uint32_t barrier, int first, int k,
                                                Index... matrix) {
        if constexpr (Major == major::k) load_box(tile, map, barrier, k, first, matrix...);
        else
#pragma unroll
            for (int box = 0; box < Extent / 16; ++box)
                load_box(tile + box * 2048, map, barrier, first + box * 16, k, matrix...);
    }

    /// Begins to copy a tile to the L2 cache, see prefetch_box.
    static __device__ __forceinline__ void prefetch(CUtensorMap const* map, int first, int k,
                                                    int matrix) {
        if constexpr (Major == major::k) prefetch_box(map, k, first, matrix);
        else
#pragma unroll
            for (int box = 0; box < Extent / 16; ++box)
                prefetch_box(map, first + box * 16, k, matrix);
    }
};

/// Loads 16 bytes of shared memory.
__device__ __forceinline__ double2 load_two(std::uint32_t from) {
    double2 v;
    asm volatile("ld.shared.v2.f64 {%0, %1}, [%2];" : "=d"(v.x), "=d"(v.y) : "r"(from) : "memory");
    return v;
}

/// Loads 8 bytes.
__device__ __forceinline__ double load_one(std::uint32_t from) {
    double x;
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(x) : "r"(from) : "memory");
    return x;
}

/// d += a * b, for 16 by 8 and 8 by 8 elements.
__device__ __forceinline__ void multiply(double* d, double const (&a)[4], double const (&b)[2]) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
                 : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
}

/// A lane's loads from tiles, see double_offsets.
template <major A, major B>
class double_places {
    using offsets = double_offsets<A, B>;

public:
    /// @param first_row, first_column in the tile of the warp's first element
    __device__ __forceinline__ double_places(std::uint32_t first_row, std::uint32_t first_column)
        : a_(first_row * 128 + offsets::first_of_a(threadIdx.x % 32)),
          b_(first_column * 128 + offsets::first_of_b(threadIdx.x % 32)) {
        // otherwise the compiler would compute them again for each step, to save registers
        asm volatile("" : "+r"(a_), "+r"(b_));
    }

    /// Loads elements of A: those of 8 rows are an operand of an mma.
    /// @param half of the 16 of k
    __device__ __forceinline__ void load_a(double (&x)[4][2], std::uint32_t tile, int half) const {
#pragma unroll
        for (int i = 0; i < 4; ++i)
            if constexpr (offsets::loads_pairs_of_k) {
                double2 const v = load_two(tile + offsets::next_of_a(a_, i, half, 0));
                x[i][0] = v.x, x[i][1] = v.y;
            } else {
                x[i][0] = load_one(tile + offsets::next_of_a(a_, i, half, 0));
                x[i][1] = load_one(tile + offsets::next_of_a(a_, i, half, 1));
            }
    }

    /// Loads elements of the 16 columns of B from 16 * `i` on.
    __device__ __forceinline__ void load_b(double (&x)[4], std::uint32_t tile, int i,
                                           int half) const {
#pragma unroll
        for (int late = 0; late < 2; ++late)
            if constexpr (B == major::mn) {
                double2 const v = load_two(tile + offsets::next_of_b(b_, i, half, late, 0));
                x[2 * late] = v.x, x[2 * late + 1] = v.y;
            } else {
                x[2 * late] = load_one(tile + offsets::next_of_b(b_, i, half, late, 0));
                x[2 * late + 1] = load_one(tile + offsets::next_of_b(b_, i, half, late, 1));
            }
    }

private:
    std::uint32_t a_, b_;
};

/// Multiplies a block of 16 of k. Groups of 16 sums belong to 16 columns.
template <int N, major A, major B>
__device__ __forceinline__ void multiply_block(double (&d)[N], double_places<A, B> const& at,
                                               std::uint32_t tile_a, std::uint32_t tile_b) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        double b[4][2];
        at.load_a(b, tile_a, half);
#pragma unroll
        for (int i = 0; i < N / 16; ++i) {
            double a[4];
            at.load_b(a, tile_b, i, half);
#pragma unroll
            for (int j = 0; j < 4; ++j) multiply(&d[i * 16 + j * 4], a, b[j]);
        }
    }
}

} // namespace gpu::inline v0::sm90
