// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products of double with mma, on tiles loaded by the copy engine.
#pragma once

#include "cluster.cuh"
#include "descriptor.hpp"
#include "double_kernels.hpp"
#include "double_store.cuh"
#include "fragment.cuh"
#include "mbarrier.cuh"
#include "opaque.cuh"
#include "product_arguments.hpp"
#include "tile_order.hpp"
#include "tma.cuh"

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// Loads 16 bytes of shared memory.
__device__ __forceinline__ double2 load_two(std::uint32_t from) {
    double2 v;
    asm volatile("ld.shared.v2.f64 {%0, %1}, [%2];" : "=d"(v.x), "=d"(v.y) : "r"(from) : "memory");
    return v;
}

/// d += a * b, for 16 by 8 and 8 by 8 elements.
__device__ __forceinline__ void multiply(double* d, double const (&a)[4], double const (&b)[2]) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
                 : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
}

/// Offsets of a lane's 16-byte loads in the tiles of 16 of k. The transpose of C is computed: rows
/// of an mma are columns of B. k, rows and columns are permuted within an mma: each load then reads
/// two adjacent elements in mma's register order, without bank conflicts.
struct double_places {
    std::uint32_t a[2]; ///< for each half of the 16 of k; 1024 bytes more per 8 further rows
    std::uint32_t b[2]; ///< for even and odd k; 2048 bytes more per 16 further columns

    /// @param first_row, first_column in the tile of the warp's first element
    __device__ __forceinline__ double_places(std::uint32_t first_row, std::uint32_t first_column) {
        std::uint32_t const g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
        // the 8 lanes of one load phase read two rows that differ by 4
        std::uint32_t const row = g / 2 | g % 2 * 4;
        for (std::uint32_t half = 0; half < 2; ++half)
            a[half] = first_row * 128 + swizzled(row * 128 + (half * 4 + t) * 16);
        for (std::uint32_t odd = 0; odd < 2; ++odd)
            b[odd] = first_column * 128 + swizzled((2 * t + odd) * 128 + g * 16);
        // otherwise the compiler would compute them again for each step, to save registers
        asm volatile("" : "+r"(a[0]), "+r"(a[1]), "+r"(b[0]), "+r"(b[1]));
    }
};

/// Multiplies a block of 16 of k. Groups of 16 sums belong to 16 columns.
template <int N>
__device__ __forceinline__ void multiply_block(double (&d)[N], double_places const& at,
                                               std::uint32_t tile_a, std::uint32_t tile_b) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        double b[4][2];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            double2 const v = load_two(tile_a + at.a[half] + j * 1024);
            b[j][0] = v.x, b[j][1] = v.y;
        }
#pragma unroll
        for (int i = 0; i < N / 16; ++i) {
            double a[4];
#pragma unroll
            for (int odd = 0; odd < 2; ++odd) {
                double2 const v = load_two(tile_b + at.b[odd] + i * 2048 + half * 1024);
                a[2 * odd] = v.x, a[2 * odd + 1] = v.y;
            }
#pragma unroll
            for (int j = 0; j < 4; ++j) multiply(&d[i * 16 + j * 4], a, b[j]);
        }
    }
}

/// The kernel of variant `V` of `double_variants`: one block per multiprocessor computes tile after
/// tile, or parts of tiles.
template <std::size_t V>
__global__ void __launch_bounds__(double_variants[V].threads(), 1)
    double_product(const __grid_constant__ CUtensorMap map_a,
                   const __grid_constant__ CUtensorMap map_b, product_arguments<double> p,
                   tile_parts<double> parts, batch_of_products batch) {
    constexpr int rows = double_variants[V].rows, columns = 128, depth = 16;
    constexpr int stages = double_variants[V].stages;
    constexpr int warp_columns = double_variants[V].warp_columns;
    constexpr int consumers = double_variants[V].multiplying_threads() / 32;
    using fragment = double_fragment<warp_columns>;
    static_assert(consumers == 8, "registers are given and taken by so many warps");
    static_assert(2 * fragment::pairs * 32 * consumers == rows * columns);
    constexpr std::uint32_t bytes_a = rows * 128, bytes_b = columns * 128;
    extern __shared__ std::uint8_t memory[];
    std::uint32_t const a = address_of_tiles(memory);
    std::uint32_t const b = a + stages * bytes_a;
    std::uint32_t const full = b + stages * bytes_b;
    std::uint32_t const empty = full + 8 * stages;
    let_next_kernel_start();
    if (threadIdx.x == 0) {
        prefetch_map(&map_a);
        prefetch_map(&map_b);
        for (int i = 0; i < stages; ++i) {
            initialise_barrier(full + 8 * i, 1);
            initialise_barrier(empty + 8 * i, consumers);
        }
        publish_barriers();
    }
    __syncthreads();

    batch_order const order{{pieces(p.m, rows), pieces(p.n, columns), p.band}, batch.count};
    tile_stream const& stream = parts.stream;
    int const block = static_cast<int>(blockIdx.x);
    int const warp = __shfl_sync(~0u, static_cast<int>(threadIdx.x / 32), 0);
    ring<stages> at;
    if (warp < 4) {
        give_registers<40>();
        if (threadIdx.x != 0) return;
        wait_for_previous_kernel();
        for (int i = 0, parts_of_block = stream.parts_of(block); i < parts_of_block; ++i) {
            tile_part const part = stream.part(block, i);
            tile_place const place = order.at(part.tile);
            for (int step = part.first; step < part.first + part.count; ++step) {
                wait(empty + 8 * at.stage, at.parity ^ 1);
                std::uint32_t const barrier = full + 8 * at.stage;
                expect_bytes(barrier, bytes_a + bytes_b);
                load_box(a + at.stage * bytes_a, &map_a, barrier, step * depth, place.row * rows,
                         place.product * batch.a_step);
#pragma unroll
                for (int box = 0; box < columns / 16; ++box)
                    load_box(b + at.stage * bytes_b + box * 2048, &map_b, barrier,
                             place.column * columns + box * 16, step * depth,
                             place.product * batch.b_step);
                at.advance();
            }
        }
    } else {
        take_registers<232>();
        constexpr int warps = columns / warp_columns; // in a row of the tile
        double_places const places((warp - 4) / warps * 32, warp % warps * warp_columns);
        wait_for_previous_kernel();
        for (int i = 0, parts_of_block = stream.parts_of(opaque(block)); i < parts_of_block; ++i) {
            double d[warp_columns] = {};
            // A stage is given back when the next one is there. By then its products have begun, so
            // that its loads have ended: the compiler may signal before the last loads end.
            int before = -1;
#pragma unroll 1
            for (int left = stream.part(block, i).count; left > 0; --left) {
                wait(full + 8 * at.stage, at.parity);
                if (before >= 0 && threadIdx.x % 32 == 0) arrive(empty + 8 * before);
                __syncwarp();
                multiply_block(d, places, a + at.stage * bytes_a, b + at.stage * bytes_b);
                before = at.stage;
                at.advance();
            }
            if (threadIdx.x % 32 == 0) arrive(empty + 8 * before);
            // computed again, to have registers for the loop
            tile_part const part = stream.part(block, opaque(i));
            tile_place const place = order.at(part.tile);
            unsigned const thread = threadIdx.x - 128;
            if (part.slot >= 0) {
                for_each_pair(d, [&](int pair, double first, double second) {
                    parts.slots[(part.slot * std::int64_t{fragment::pairs} + pair) *
                                    (consumers * 32) +
                                thread] = {first, second};
                });
                continue;
            }
            store_doubles<fragment>(d, batch.of_product(p, place.product), thread, place.row * rows,
                                    place.column * columns);
        }
    }
}

} // namespace gpu::inline v0::sm90
