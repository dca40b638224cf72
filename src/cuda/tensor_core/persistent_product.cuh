// SPDX-License-Identifier: Apache-2.0
/// @file
/// Matrix products with many tiles: one block per multiprocessor, in which one warpgroup loads and
/// two multiply. The blocks of a cluster share tiles of A or B.
#pragma once

#include "cluster.cuh"
#include "mbarrier.cuh"
#include "opaque.cuh"
#include "operand_tile.cuh"
#include "pace.cuh"
#include "tile_half.cuh"
#include "tile_order.hpp"
#include "waiting_boxes.cuh"

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::sm90 {

/// The kernel of variant `V` of `variants`. Loads run ahead by the number of stages, also across
/// tiles. Each of the two multiplying warpgroups computes half of a tile. Some of it is stored
/// while the next tile is multiplied, see waiting_boxes. The kernel may be launched before the
/// previous kernel has ended, and waits for it before it reads or writes memory.
template <class Value, major A, major B, std::size_t V>
__global__ void __launch_bounds__(384, 1)
    persistent_product(const __grid_constant__ operand_maps<A> maps_a,
                       const __grid_constant__ operand_maps<B> maps_b,
                       const __grid_constant__ CUtensorMap map_c, arguments_of<Value> p,
                       batch_of_products batch) {
    constexpr int rows = variants[V].rows, columns = variants[V].columns;
    constexpr int depth = 128 / sizeof(Value);
    constexpr int stages = variants[V].stages;
    constexpr cluster_shape cluster = variants[V].cluster;
    using tile_a = operand_tile<A, rows, cluster.columns>;
    using tile_b = operand_tile<B, columns, cluster.rows>;
    using half_of_tile = tile_half<Value, tile_a, tile_b, V>;
    extern __shared__ std::uint8_t memory[];
    std::uint32_t const a = opaque(address_of_tiles(memory));
    std::uint32_t const b = a + stages * tile_a::bytes;
    std::uint32_t const boxes = b + stages * tile_b::bytes;
    std::uint32_t const full = boxes + 2 * half_of_tile::buffers::bytes;
    std::uint32_t const empty = full + 8 * stages;

    let_next_kernel_start();
    if (threadIdx.x == 0) {
        prefetch_maps(maps_a);
        prefetch_maps(maps_b);
        prefetch_map(&map_c);
        for (int i = 0; i < stages; ++i) {
            initialise_barrier(full + 8 * i, 1);
            initialise_barrier(empty + 8 * i, 2 * cluster.mates());
        }
        publish_barriers();
    }
    sync_cluster<cluster.blocks()>();

    auto const in_cluster = place_in_cluster<cluster.rows, cluster.columns>();
    batch_order const order{{pieces(pieces(p.m, rows), cluster.rows),
                             pieces(pieces(p.n, columns), cluster.columns), p.band},
                            batch.count}; // of clusters
    strided_tiles const tiles{static_cast<int>(blockIdx.x) / cluster.blocks(),
                              static_cast<int>(gridDim.x) / cluster.blocks(), order.count()};
    auto const first_of_tile = [=](tile_place const& place) -> tile_place {
        return {(place.row * cluster.rows + in_cluster.row) * rows,
                (place.column * cluster.columns + in_cluster.column) * columns, place.product};
    };
    int const steps_of_k = pieces(p.k, depth);
    int const warpgroup = __shfl_sync(~0u, static_cast<int>(threadIdx.x / 128), 0);
    ring<stages> at;
    if (warpgroup == 0) {
        give_registers<40>();
        if (threadIdx.x >= 32 || !is_elected()) return;
        if (tiles.first < tiles.count) {
            tile_place const first = first_of_tile(order.at(tiles.first));
            tile_a::prefetch_share(maps_a, in_cluster.column, first.row, p.m, 0,
                                   first.product * batch.a_step);
            tile_b::prefetch_share(maps_b, in_cluster.row, first.column, p.n, 0,
                                   first.product * batch.b_step);
        }
        wait_for_previous_kernel();
        pacer pace(batch.pace);
        for (int tile = tiles.first; tile < tiles.count; tile += tiles.step) {
            tile_place const first = first_of_tile(order.at(tile));
            std::uint32_t const bytes =
                tile_a::bytes_inside(first.row, p.m) + tile_b::bytes_inside(first.column, p.n);
            for (int step = 0; step < steps_of_k; ++step) {
                if (tiles.is_common(tile)) pace.pass(step * depth);
                wait(empty + 8 * at.stage, at.parity ^ 1);
                std::uint32_t const barrier = full + 8 * at.stage;
                expect_bytes(barrier, bytes);
                tile_a::load_share(a + at.stage * tile_a::bytes, maps_a, barrier, in_cluster.column,
                                   in_cluster.row_mask(), first.row, p.m, step * depth,
                                   first.product * batch.a_step);
                tile_b::load_share(b + at.stage * tile_b::bytes, maps_b, barrier, in_cluster.row,
                                   in_cluster.column_mask(), first.column, p.n, step * depth,
                                   first.product * batch.b_step);
                at.advance();
            }
        }
    } else {
        take_registers<232>();
        unsigned const thread = threadIdx.x % 128;
        wait_for_previous_kernel();
        half_of_tile mine(warpgroup - 1);
        typename half_of_tile::buffers output(boxes + mine.which * half_of_tile::buffers::bytes,
                                              1 + mine.which);
        waiting_boxes<Value, half_of_tile> waiting;
        for (int tile = tiles.first; tile < tiles.count; tile += tiles.step) {
            int before = -1;
            mine.clear();
            for (int step = 0; step < steps_of_k; ++step) {
                wait(full + 8 * at.stage, at.parity);
                mine.multiply(a + at.stage * tile_a::bytes, b + at.stage * tile_b::bytes, step);
                if (before >= 0) release_stage(in_cluster, empty + 8 * before, thread);
                before = at.stage;
                at.advance();
                // by the second step, the copy engine has read the boxes before
                if (step == 1 || steps_of_k == 1) waiting.store_rest(p, &map_c, output);
            }
            // divisions take long: the last products run meanwhile
            tile_place const first = mine.first(first_of_tile(order.at(tile)));
            finish_steps(mine.sums);
            release_stage(in_cluster, empty + 8 * before, thread);
            waiting.store(mine, batch.of_product(p, first.product), &map_c, output, first);
        }
        waiting.store_rest(p, &map_c, output);
        if (thread == 0) wait_for_stores();
        // the other blocks may still arrive at this one's barriers
        if constexpr (cluster.blocks() > 1) sync_cluster<cluster.blocks()>();
    }
}

} // namespace gpu::inline v0::sm90
