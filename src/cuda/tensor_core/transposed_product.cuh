// SPDX-License-Identifier: Apache-2.0
/// @file
/// Matrix products with one to four tiles per multiprocessor, of any multiple of 16 rows. wgmma's
/// operands may have any multiple of 8 columns if they are contiguous along k, as A is, but B is
/// not. Thus the kernel computes transposed tiles: the operands of wgmma are the columns of B, and
/// the rows of A. The blocks of a cluster share tiles of A or B.
#pragma once

#include "cluster.cuh"
#include "mbarrier.cuh"
#include "multiply_tiles.cuh"
#include "opaque.cuh"
#include "operand_tile.cuh"
#include "tile_order.hpp"
#include "transposed_store.cuh"

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::sm90 {

/// The kernel of variant `V` of `variants`; A is K-major. It may be launched before the previous
/// kernel has ended, and waits for it before it reads or writes memory.
template <class Value, major B, std::size_t V>
__global__ void __launch_bounds__(variants[V].threads(), 1)
    transposed_product(const __grid_constant__ operand_maps<major::k> maps_a,
                       const __grid_constant__ operand_maps<B> maps_b,
                       const __grid_constant__ CUtensorMap map_c, arguments_of<Value> p) {
    constexpr int rows = variants[V].rows, columns = variants[V].columns;
    constexpr int stages = variants[V].stages, depth = 128 / sizeof(Value);
    constexpr cluster_shape cluster = variants[V].cluster;
    constexpr int multipliers = variants[V].multipliers();
    static_assert(!variants[V].gives_registers() || multipliers * 152 + 40 <= 512);
    using tile_a = operand_tile<major::k, rows, cluster.columns>;
    using tile_b = operand_tile<B, columns, cluster.rows>;
    extern __shared__ std::uint8_t memory[];
    std::uint32_t const a = opaque(address_of_tiles(memory));
    std::uint32_t const b = a + stages * tile_a::bytes;
    std::uint32_t const full = b + stages * tile_b::bytes;
    std::uint32_t const empty = full + 8 * stages;
    constexpr unsigned loader = multipliers * 128; // the first thread of those that load

    int const warpgroup = __shfl_sync(~0u, static_cast<int>(threadIdx.x / 128), 0);
    let_next_kernel_start();
    if (threadIdx.x == loader) {
        prefetch_maps(maps_a);
        prefetch_maps(maps_b);
        prefetch_map(&map_c);
        for (int i = 0; i < stages; ++i) {
            initialise_barrier(full + 8 * i, 1);
            initialise_barrier(empty + 8 * i, multipliers * cluster.mates());
        }
        publish_barriers();
    }
    sync_cluster<cluster.blocks()>();

    auto const in_cluster = place_in_cluster<cluster.rows, cluster.columns>();
    int const steps = pieces(p.k, depth);
    int const rows_of_clusters = pieces(pieces(p.m, rows), cluster.rows);
    int const index = static_cast<int>(blockIdx.x) / cluster.blocks();
    int const row = (index % rows_of_clusters * cluster.rows + in_cluster.row) * rows;
    int const column = (index / rows_of_clusters * cluster.columns + in_cluster.column) * columns;
    ring<stages> at;
    if (warpgroup == multipliers) {
        if constexpr (variants[V].gives_registers()) give_registers<40>();
        if (threadIdx.x >= loader + 32 || !is_elected()) return;
        tile_a::prefetch_share(maps_a, in_cluster.column, row, p.m, 0);
        tile_b::prefetch_share(maps_b, in_cluster.row, column, p.n, 0);
        wait_for_previous_kernel();
        std::uint32_t const bytes =
            tile_a::bytes_inside(row, p.m) + tile_b::bytes_inside(column, p.n);
        for (int step = 0; step < steps; ++step) {
            if (step >= stages) wait(empty + 8 * at.stage, at.parity ^ 1);
            std::uint32_t const barrier = full + 8 * at.stage;
            expect_bytes(barrier, bytes);
            tile_a::load_share(a + at.stage * tile_a::bytes, maps_a, barrier, in_cluster.column,
                               in_cluster.row_mask(), row, p.m, step * depth);
            tile_b::load_share(b + at.stage * tile_b::bytes, maps_b, barrier, in_cluster.row,
                               in_cluster.column_mask(), column, p.n, step * depth);
            at.advance();
        }
    } else {
        if constexpr (variants[V].gives_registers()) take_registers<152>();
        sum_of<Value> sums[rows / 2];
        int before = -1;
#pragma unroll 1
        for (int step = 0; step < steps; ++step) {
            wait(full + 8 * at.stage, at.parity);
            multiply_tiles<Value, tile_b, tile_a>(sums, b + at.stage * tile_b::bytes,
                                                  a + at.stage * tile_a::bytes, warpgroup * 64,
                                                  step);
            // only if a loader waits for it; otherwise the other block may have exited
            if (step > 0 && step - 1 + stages < steps)
                release_stage(in_cluster, empty + 8 * before, threadIdx.x % 128);
            before = at.stage;
            at.advance();
        }
        finish_steps(sums);
        int const first_column = column + warpgroup * 64;
        wait_for_previous_kernel();
        finish_transposed(sums, p, row, first_column);
        if (p.fits_boxes && p.is_small()) {
            wait_for_warps(1 + multipliers, multipliers * 128); // all have read the stages
            store_transposed_box<rows / 2, Value>(sums, &map_c, a + warpgroup * tile_a::bytes,
                                                  1 + warpgroup, row, first_column);
        } else store_transposed_elements(sums, p, row, first_column);
    }
}

} // namespace gpu::inline v0::sm90
