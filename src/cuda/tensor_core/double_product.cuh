// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products of double with mma, on tiles loaded by the copy engine.
#pragma once

#include "cluster.cuh"
#include "double_kernels.hpp"
#include "double_operands.cuh"
#include "double_store.cuh"
#include "fragment.cuh"
#include "mbarrier.cuh"
#include "opaque.cuh"
#include "product_arguments.hpp"
#include "tile_order.hpp"

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// The kernel of variant `V` of `double_variants`: one block per multiprocessor computes tile after
/// tile, or parts of tiles.
template <std::size_t V, major A, major B>
__global__ void __launch_bounds__(double_variants[V].threads(), 1)
    double_product(const __grid_constant__ CUtensorMap map_a,
                   const __grid_constant__ CUtensorMap map_b, product_arguments<double> p,
                   tile_parts<double> parts, batch_of_products batch) {
    constexpr int rows = double_variants[V].rows, columns = 128, depth = 16;
    constexpr int stages = double_variants[V].stages;
    constexpr int warp_columns = double_variants[V].warp_columns;
    constexpr int consumers = double_variants[V].multiplying_threads() / 32;
    using fragment = double_fragment<A, B, warp_columns>;
    using tile_a = double_tile<A, rows>;
    using tile_b = double_tile<B, columns>;
    static_assert(consumers == 8, "registers are given and taken by so many warps");
    static_assert(2 * fragment::pairs * 32 * consumers == rows * columns);
    extern __shared__ std::uint8_t memory[];
    std::uint32_t const a = address_of_tiles(memory);
    std::uint32_t const b = a + stages * tile_a::bytes;
    std::uint32_t const full = b + stages * tile_b::bytes;
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
                expect_bytes(barrier, tile_a::bytes + tile_b::bytes);
                tile_a::load(a + at.stage * tile_a::bytes, &map_a, barrier, place.row * rows,
                             step * depth, place.product * batch.a_step);
                tile_b::load(b + at.stage * tile_b::bytes, &map_b, barrier, place.column * columns,
                             step * depth, place.product * batch.b_step);
                at.advance();
            }
        }
    } else {
        take_registers<232>();
        constexpr int warps = columns / warp_columns; // in a row of the tile
        double_places<A, B> const places((warp - 4) / warps * 32, warp % warps * warp_columns);
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
                multiply_block(d, places, a + at.stage * tile_a::bytes,
                               b + at.stage * tile_b::bytes);
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
