// SPDX-License-Identifier: Apache-2.0
/// @file
/// Batches of products of small matrices, and products of few columns. One block per
/// multiprocessor, in which one warp loads, and warpgroups multiply a tile each.
#pragma once

#include "box_store.cuh"
#include "cluster.cuh"
#include "mbarrier.cuh"
#include "multiply_tiles.cuh"
#include "opaque.cuh"
#include "operand_tile.cuh"
#include "tile_order.hpp"

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::sm90 {

/// The kernel of variant `V` of `variants`. Loads run ahead by the number of stages, also across
/// tiles. The two multiplying warpgroups take tiles in turn; while one stores, the other may
/// multiply. It may be launched before the previous kernel has ended, and waits for it before it
/// reads or writes memory.
template <class Value, major A, major B, std::size_t V>
__global__ void __launch_bounds__(variants[V].threads(), 1)
    alternating_product(const __grid_constant__ operand_maps<A> maps_a,
                        const __grid_constant__ operand_maps<B> maps_b,
                        const __grid_constant__ CUtensorMap map_c, arguments_of<Value> p,
                        batch_of_products batch) {
    constexpr int rows = variants[V].rows, columns = variants[V].columns;
    constexpr int stages = variants[V].stages, depth = 128 / sizeof(Value);
    constexpr int consumers = 2;
    using tile_a = operand_tile<A, rows>;
    using tile_b = operand_tile<B, columns>;
    using buffers = box_buffers<2, rows>;
    extern __shared__ std::uint8_t memory[];
    std::uint32_t const a = opaque(address_of_tiles(memory));
    std::uint32_t const b = a + stages * tile_a::bytes;
    std::uint32_t const boxes = b + stages * tile_b::bytes;
    std::uint32_t const full = boxes + consumers * buffers::bytes;
    std::uint32_t const empty = full + 8 * stages;
    std::uint32_t const turns = empty + 8 * stages;

    let_next_kernel_start();
    if (threadIdx.x == 0) {
        prefetch_maps(maps_a);
        prefetch_maps(maps_b);
        prefetch_map(&map_c);
        for (int i = 0; i < stages; ++i) {
            initialise_barrier(full + 8 * i, 1);
            initialise_barrier(empty + 8 * i, 1);
        }
        for (int i = 0; i < consumers; ++i) initialise_barrier(turns + 8 * i, 1);
        publish_barriers();
    }
    __syncthreads();

    batch_order const order{{pieces(p.m, rows), pieces(p.n, columns), p.band}, batch.count};
    int const steps_of_k = pieces(p.k, depth);
    int const warpgroup = __shfl_sync(~0u, static_cast<int>(threadIdx.x / 128), 0);
    ring<stages> at;
    if (warpgroup == consumers) {
        if (!is_elected()) return;
        tile_place const first = order.at(blockIdx.x);
        tile_a::prefetch_share(maps_a, 0, first.row * rows, p.m, 0, first.product * batch.a_step);
        tile_b::prefetch_share(maps_b, 0, first.column * columns, p.n, 0,
                               first.product * batch.b_step);
        wait_for_previous_kernel();
        for (int tile = blockIdx.x; tile < order.count(); tile += gridDim.x) {
            tile_place const place = order.at(tile);
            int const row = place.row * rows, column = place.column * columns;
            std::uint32_t const bytes =
                tile_a::bytes_inside(row, p.m) + tile_b::bytes_inside(column, p.n);
            for (int step = 0; step < steps_of_k; ++step) {
                wait(empty + 8 * at.stage, at.parity ^ 1);
                std::uint32_t const barrier = full + 8 * at.stage;
                expect_bytes(barrier, bytes);
                tile_a::load(a + at.stage * tile_a::bytes, maps_a, barrier, row, p.m, step * depth,
                             place.product * batch.a_step);
                tile_b::load(b + at.stage * tile_b::bytes, maps_b, barrier, column, p.n,
                             step * depth, place.product * batch.b_step);
                at.advance();
            }
        }
        return;
    }
    bool const is_first = threadIdx.x % 128 == 0;
    // A warpgroup waits until the other has received all stages of its tile. Otherwise a wait by
    // parity could pass a round too early: loads may arrive in any order.
    std::uint32_t turn = warpgroup == 0 ? 1 : 0; // the first turn is the first warpgroup's
    buffers output(boxes + warpgroup * buffers::bytes, 1 + warpgroup);
    sum_of<Value> sums[columns / 2];
    at.advance_by(warpgroup * steps_of_k);
    wait_for_previous_kernel();
    for (int tile = blockIdx.x + warpgroup * gridDim.x; tile < order.count();
         tile += consumers * gridDim.x) {
        int before = -1;
        wait(turns + 8 * warpgroup, turn);
        turn ^= 1;
#pragma unroll 1
        for (int step = 0; step < steps_of_k; ++step) {
            wait(full + 8 * at.stage, at.parity);
            multiply_tiles<Value, tile_a, tile_b>(sums, a + at.stage * tile_a::bytes,
                                                  b + at.stage * tile_b::bytes, 0, step);
            if (before >= 0 && is_first) arrive(empty + 8 * before);
            before = at.stage;
            at.advance();
        }
        if (is_first) arrive(turns + 8 * (1 - warpgroup));
        finish_steps(sums);
        if (is_first) arrive(empty + 8 * before);
        at.advance_by((consumers - 1) * steps_of_k);

        tile_place const place = order.at(tile);
        int const row = place.row * rows, column = place.column * columns;
        auto const one = batch.of_product(p, place.product);
        finish(sums, one, row, column);
        if (p.fits_boxes)
            for_type_of_c(p, [&]<class E>() {
                store_boxes<E>(sums, &map_c, output, {row, column, place.product});
            });
        else store_rows(sums, one, row, column);
    }
    if (is_first) wait_for_stores();
}

} // namespace gpu::inline v0::sm90
