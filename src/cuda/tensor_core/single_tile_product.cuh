// SPDX-License-Identifier: Apache-2.0
/// @file
/// Matrix products with few tiles: one block per tile, or a cluster of blocks that splits k or
/// shares tiles of A or B.
#pragma once

#include "cluster.cuh"
#include "fragment.cuh"
#include "mbarrier.cuh"
#include "multiply_tiles.cuh"
#include "opaque.cuh"
#include "operand_tile.cuh"
#include "tile_order.hpp"

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::sm90 {

/// Adds the sums of the blocks of a cluster that split k. Each block adds a share of the columns:
/// first its own sums, then the others' in the order of k. So the bits are deterministic.
/// @param slots memory for the shares from the other blocks, `slot_bytes` each
/// @param barrier counts the bytes that this warpgroup receives
template <int Parts, int Threads, int N, int Share, class Sum>
__device__ __forceinline__ void add_parts(Sum const (&sums)[N], Sum (&own)[Share],
                                          std::uint32_t slots, std::uint32_t slot_bytes,
                                          std::uint32_t barrier, int part) {
    std::uint32_t const mine = slots + threadIdx.x * 16;
#pragma unroll
    for (int other = 0; other < Parts; ++other) {
        if (other == part) {
#pragma unroll
            for (int i = 0; i < Share; ++i) own[i] = sums[other * Share + i];
        } else {
            std::uint32_t const slot = mine + (part < other ? part : part - 1) * slot_bytes;
            std::uint32_t const to = address_in(slot, other);
            std::uint32_t const counts = address_in(barrier, other);
#pragma unroll
            for (int i = 0; i < Share; i += 4) {
                Sum const* const f = &sums[other * Share + i];
                send(to + i * (Threads * 4), bits_of(f[0]), bits_of(f[1]), bits_of(f[2]),
                     bits_of(f[3]), counts);
            }
        }
    }
    wait_to_receive(barrier, 0);
#pragma unroll
    for (int slot = 0; slot < Parts - 1; ++slot)
#pragma unroll
        for (int i = 0; i < Share; i += 4) {
            std::uint32_t words[4];
            asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                         : "r"(mine + slot * slot_bytes + i * (Threads * 4))
                         : "memory");
#pragma unroll
            for (int q = 0; q < 4; ++q) own[i + q] = add_bits(own[i + q], words[q]);
        }
}

/// The kernel of variant `V` of `variants`. It may be launched before the previous kernel has
/// ended, and waits for it before it reads or writes memory.
template <class Value, major A, major B, std::size_t V>
__global__ void __launch_bounds__(variants[V].threads(), 1)
    single_tile_product(const __grid_constant__ operand_maps<A> maps_a,
                        const __grid_constant__ operand_maps<B> maps_b,
                        const __grid_constant__ CUtensorMap, arguments_of<Value> all,
                        division_of_k divided, batch_of_products batch) {
    constexpr int rows = variants[V].rows, columns = variants[V].columns,
                  depth = 128 / sizeof(Value);
    constexpr int stages = variants[V].stages, parts_of_cluster = variants[V].parts;
    constexpr cluster_shape cluster = variants[V].cluster;
    constexpr int blocks_of_cluster = cluster.blocks() * parts_of_cluster;
    static_assert(cluster.blocks() == 1 || parts_of_cluster == 1);
    constexpr int width = columns / parts_of_cluster; // columns that a block stores
    constexpr std::uint32_t slot_bytes = rows * width * sizeof(float);
    using tile_a = operand_tile<A, rows, cluster.columns>;
    using tile_b = operand_tile<B, columns, cluster.rows>;
    extern __shared__ std::uint8_t memory[];
    std::uint32_t const a = opaque(address_of_tiles(memory));
    std::uint32_t const b = a + stages * tile_a::bytes;
    std::uint32_t const slots = b + stages * tile_b::bytes;
    std::uint32_t const full = slots + (parts_of_cluster - 1) * slot_bytes;
    std::uint32_t const empty = full + 8 * stages;
    std::uint32_t const exchange = empty + 8 * stages;
    constexpr int multipliers = variants[V].multipliers();
    constexpr unsigned loader = multipliers * 128; // the first thread of the loading warp

    int const warpgroup = __shfl_sync(~0u, static_cast<int>(threadIdx.x / 128), 0);
    int const part = cluster_rank<parts_of_cluster>();
    auto const in_cluster = place_in_cluster<cluster.rows, cluster.columns>();
    let_next_kernel_start();
    if (threadIdx.x == loader) {
        prefetch_maps(maps_a);
        prefetch_maps(maps_b);
        for (int i = 0; i < stages; ++i) {
            initialise_barrier(full + 8 * i, 1);
            initialise_barrier(empty + 8 * i, multipliers * cluster.mates());
        }
        for (int i = 0; i < multipliers; ++i) initialise_barrier(exchange + 8 * i, 1);
        publish_barriers();
        if constexpr (parts_of_cluster > 1)
            for (int i = 0; i < multipliers; ++i)
                expect_bytes(exchange + 8 * i, (parts_of_cluster - 1) * slot_bytes / multipliers);
    }
    __syncwarp();
    if constexpr (blocks_of_cluster > 1) arrive_at_cluster();
    else __syncthreads();

    auto const product = static_cast<int>(blockIdx.z);
    auto const p = batch.of_product(divided.of_part(all, static_cast<int>(blockIdx.y)), product);
    int const steps = divided.steps;
    int const first_step =
        (static_cast<int>(blockIdx.y) * parts_of_cluster + part) * divided.part_distance;
    int const rows_of_clusters = pieces(pieces(p.m, rows), cluster.rows);
    int const index = static_cast<int>(blockIdx.x) / blocks_of_cluster;
    int const row = (index % rows_of_clusters * cluster.rows + in_cluster.row) * rows;
    int const column = (index / rows_of_clusters * cluster.columns + in_cluster.column) * columns;
    ring<stages> at;
    if (warpgroup == multipliers) {
        if constexpr (cluster.blocks() > 1) wait_for_cluster(); // for the other block's barriers
        if (is_elected()) {
            std::uint32_t const bytes =
                tile_a::bytes_inside(row, p.m) + tile_b::bytes_inside(column, p.n);
            auto const load = [&](auto... index) __attribute__((always_inline)) {
                tile_a::prefetch_share(maps_a, in_cluster.column, row, p.m, first_step * depth,
                                       index * batch.a_step...);
                tile_b::prefetch_share(maps_b, in_cluster.row, column, p.n, first_step * depth,
                                       index * batch.b_step...);
                wait_for_previous_kernel();
                for (int step = 0; step < steps; ++step) {
                    if (step >= stages) wait(empty + 8 * at.stage, at.parity ^ 1);
                    std::uint32_t const barrier = full + 8 * at.stage;
                    expect_bytes(barrier, bytes);
                    int const k = (first_step + step * divided.step_distance) * depth;
                    tile_a::load_share(a + at.stage * tile_a::bytes, maps_a, barrier,
                                       in_cluster.column, in_cluster.row_mask(), row, p.m, k,
                                       index * batch.a_step...);
                    tile_b::load_share(b + at.stage * tile_b::bytes, maps_b, barrier,
                                       in_cluster.row, in_cluster.column_mask(), column, p.n, k,
                                       index * batch.b_step...);
                    at.advance();
                }
            };
            // a tensor map of three dimensions takes a small product about one percent longer
            if (batch.count == 1) load();
            else load(product);
        }
        __syncwarp();
        if constexpr (parts_of_cluster > 1) wait_for_cluster();
    } else {
        if constexpr (blocks_of_cluster > 1) wait_for_cluster();
        unsigned const thread = threadIdx.x % 128;
        sum_of<Value> sums[columns / 2];
        int before = -1;
#pragma unroll 1
        for (int step = 0; step < steps; ++step) {
            wait(full + 8 * at.stage, at.parity);
            multiply_tiles<Value, tile_a, tile_b>(sums, a + at.stage * tile_a::bytes,
                                                  b + at.stage * tile_b::bytes, warpgroup * 64,
                                                  step);
            // only if a loader waits for it; otherwise the other block may have exited
            if (step > 0 && step - 1 + stages < steps)
                release_stage(in_cluster, empty + 8 * before, thread);
            before = at.stage;
            at.advance();
        }
        finish_steps(sums);
        int const first_row = row + warpgroup * 64;
        wait_for_previous_kernel();
        if constexpr (parts_of_cluster > 1) {
            sum_of<Value> own[width / 2];
            add_parts<parts_of_cluster, multipliers * 128>(sums, own, slots, slot_bytes,
                                                           exchange + 8 * warpgroup, part);
            finish(own, p, first_row, column + part * width);
            store_rows(own, p, first_row, column + part * width);
        } else {
            finish(sums, p, first_row, column);
            store_rows(sums, p, first_row, column);
        }
    }
}

} // namespace gpu::inline v0::sm90
