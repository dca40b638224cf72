// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products of double with mma, on tiles loaded by the copy engine.
#pragma once

#include "announced_part.cuh"
#include "cluster.cuh"
#include "double_kernels.hpp"
#include "double_operands.cuh"
#include "double_store.cuh"
#include "fragment.cuh"
#include "mbarrier.cuh"
#include "opaque.cuh"
#include "part_sums.cuh"
#include "product_arguments.hpp"
#include "tile_order.hpp"

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// A block of double_product, which computes tile after tile, or parts of tiles.
/// @tparam V index of the variant
template <std::size_t V, major A, major B>
struct double_block {
    static constexpr double_variant variant = double_variants[V];
    static constexpr int rows = variant.rows, columns = 128, depth = 16, stages = variant.stages;
    static constexpr int multipliers = variant.multiplying_threads() / 32; ///< warps
    static_assert(most_announced >= stages + 2);
    static_assert(multipliers == multiplying_warps, "they give and take registers, and pass sums");
    static_assert(steps_of_lead <= stages, "the other warps have given back no stage by then");

    using fragment = double_fragment<A, B, variant.warp_columns>;
    using tile_a = double_tile<A, rows>;
    using tile_b = double_tile<B, columns>;
    static_assert(2 * fragment::pairs * 32 * multipliers == rows * columns);

    std::uint32_t a, b;        ///< shared memory for tiles
    std::uint32_t full, empty; ///< barriers of stages
    announced_part* announced; ///< part i of the block is at i % most_announced

    __device__ __forceinline__ double_block(std::uint8_t* memory, announced_part* parts)
        : a(address_of_tiles(memory)), b(a + stages * tile_a::bytes),
          full(b + stages * tile_b::bytes), empty(full + 8 * stages), announced(parts) {}

    __device__ __forceinline__ void initialise_barriers() const {
        for (int i = 0; i < stages; ++i) {
            initialise_barrier(full + 8 * i, 1);
            initialise_barrier(empty + 8 * i, multipliers);
        }
        publish_barriers();
    }

    /// Loads the tiles of A and B for all parts of this block.
    __device__ __forceinline__ void load(CUtensorMap const* map_a, CUtensorMap const* map_b,
                                         tile_stream const& stream, halves_last const& order,
                                         batch_of_products const& batch) const {
        int const block = static_cast<int>(blockIdx.x);
        ring<stages> at;
        for (int i = 0, parts_of_block = stream.parts_of(block); i < parts_of_block; ++i) {
            tile_part const part = stream.part(block, i);
            tile_place const place = order.at(part.tile);
            int const row = place.row * rows, column = place.column * columns;
            announced[i % most_announced] = announcement(part, place, row, column);
            for (int step = part.first; step < part.first + part.count; ++step) {
                wait(empty + 8 * at.stage, at.parity ^ 1);
                std::uint32_t const barrier = full + 8 * at.stage;
                expect_bytes(barrier, tile_a::bytes + tile_b::bytes);
                tile_a::load(a + at.stage * tile_a::bytes, map_a, barrier, row, step * depth,
                             place.product * batch.a_step);
                tile_b::load(b + at.stage * tile_b::bytes, map_b, barrier, column, step * depth,
                             place.product * batch.b_step);
                at.advance();
            }
        }
    }

    /// Multiplies the tiles, and stores their sums.
    /// @param warp of the multiplying ones
    __device__ __forceinline__ void multiply(product_arguments<double> const& p,
                                             tile_parts<double> const& parts,
                                             batch_of_products const& batch, int warp) const {
        element_place const first = fragment::of_warp(warp);
        double_places<A, B> const places(first.row, first.column);
        bool const leads = first.column < columns / 2;
        int const lead = parts.stream.steps_of_k <= most_steps_with_lead ? steps_of_lead : 0;
        int alone = leads ? lead : 0; // steps until the other warps begin
        if (lead > 0 && !leads) wait_for_warps(1, 32 * multipliers);
        ring<stages> at;
        int const parts_of_block = parts.stream.parts_of(opaque(static_cast<int>(blockIdx.x)));
        for (int i = 0; i < parts_of_block; ++i) {
            double d[variant.warp_columns] = {};
            wait(full + 8 * at.stage, at.parity); // then the part is announced
            announced_part const& part = announced[i % most_announced];
            bool const is_inside = read_announced(part.row) + first.row < p.m &&
                                   read_announced(part.column) + first.column < p.n;
            int before = -1;
            for (int left = read_announced(part.steps); left > 0;) {
                int const steps = alone > 0 ? min(alone, left) : left;
                left -= steps;
                if (is_inside)
                    take_stages(at, before, steps, [&] {
                        multiply_block(d, places, a + at.stage * tile_a::bytes,
                                       b + at.stage * tile_b::bytes);
                    });
                else take_stages(at, before, steps, [] {});
                if (alone > 0 && (alone -= steps) == 0) pass_warps(1, 32 * multipliers);
            }
            if (threadIdx.x % 32 == 0) arrive(empty + 8 * before);
            if (is_inside)
                store(d, p, parts, batch, part,
                      static_cast<unsigned>(warp) * 32 + threadIdx.x % 32);
        }
        if (alone > 0) pass_warps(1, 32 * multipliers);
    }

private:
    /// Calls f for each stage, and gives it back when the next one is there. By then its products
    /// have begun, so that its loads have ended: the compiler may signal before the last loads end.
    /// @param before the last stage, which is to be given back; -1 if there is none
    template <class F>
    __device__ __forceinline__ void take_stages(ring<stages>& at, int& before, int steps,
                                                F f) const {
#pragma unroll 1
        for (; steps > 0; --steps) {
            wait(full + 8 * at.stage, at.parity);
            if (before >= 0 && threadIdx.x % 32 == 0) arrive(empty + 8 * before);
            __syncwarp();
            f();
            before = at.stage;
            at.advance();
        }
    }

    /// Stores elements of C, or passes sums of a part of a tile on.
    template <int N>
    static __device__ __forceinline__ void
    store(double (&d)[N], product_arguments<double> const& p, tile_parts<double> const& parts,
          batch_of_products const& batch, announced_part const& part, unsigned thread) {
        int const before = read_announced(part.before), after = read_announced(part.after);
        if (add_parts_of_tile<fragment::pairs>(parts, thread, before, after,
                                               [&](auto f) { for_each_pair(d, f); }))
            store_doubles<fragment>(d, batch.of_product(p, read_announced(part.product)), thread,
                                    read_announced(part.row), read_announced(part.column));
    }
};

/// The kernel of variant `V` of `double_variants`, with one block per multiprocessor.
template <std::size_t V, major A, major B>
__global__ void __launch_bounds__(double_variants[V].threads(), 1)
    double_product(const __grid_constant__ CUtensorMap map_a,
                   const __grid_constant__ CUtensorMap map_b, product_arguments<double> p,
                   tile_parts<double> parts, halves_last order, batch_of_products batch) {
    using block = double_block<V, A, B>;
    extern __shared__ std::uint8_t memory[];
    __shared__ announced_part announced[most_announced];
    block const own(memory, announced);
    let_next_kernel_start();
    if (threadIdx.x == 0) {
        prefetch_map(&map_a);
        prefetch_map(&map_b);
        own.initialise_barriers();
    }
    __syncthreads();
    int const warp = __shfl_sync(~0u, static_cast<int>(threadIdx.x / 32), 0);
    if (warp < 4) {
        give_registers<40>();
        if (threadIdx.x != 0) return;
        wait_for_previous_kernel();
        own.load(&map_a, &map_b, parts.stream, order, batch);
    } else {
        take_registers<232>();
        wait_for_previous_kernel();
        own.multiply(p, parts, batch, warp - 4);
    }
}

} // namespace gpu::inline v0::sm90
