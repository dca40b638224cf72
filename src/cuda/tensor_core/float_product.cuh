// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products of float, on planes loaded by the copy engine.
#pragma once

#include "box_store.cuh"
#include "float_sums.cuh"
#include "pace.cuh"
#include "tile_order.hpp"

#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::sm90 {

/// A tile of one plane: 128 rows of A, or columns of B, by 32 of k.
template <major Major>
struct plane_tile {
    static constexpr bool is_transposed = Major == major::mn;
    /// Increment of a descriptor for the next 16 of k.
    static constexpr std::uint64_t step = is_transposed ? 16 * 128 / 16 : 32 / 16;

    /// The bytes that arrive. A box of 64 rows or columns outside the matrix is not loaded.
    static __device__ __forceinline__ std::uint32_t bytes_inside(int first, int end) {
        return is_transposed && end - first <= 64 ? float_tile::plane_bytes / 2
                                                  : float_tile::plane_bytes;
    }

    static __device__ __forceinline__ void load(std::uint32_t tile, CUtensorMap const* map,
                                                std::uint32_t barrier, int first, int end, int k,
                                                int plane) {
        if constexpr (is_transposed) {
            load_box(tile, map, barrier, first, k, plane);
            if (end - first > 64) load_box(tile + 4096, map, barrier, first + 64, k, plane);
        } else {
            load_box(tile, map, barrier, k, first, plane);
        }
    }

    /// The descriptor of the rows of A, or columns of B, from `first` on, a multiple of 64.
    static __device__ __forceinline__ std::uint64_t descriptor(std::uint32_t tile, int first = 0) {
        std::uint32_t const from = tile + static_cast<std::uint32_t>(first) * 64;
        return is_transposed ? matrix_descriptor(from, 4096, 1024)
                             : matrix_descriptor(from, 16, 512, swizzle::bytes_64);
    }
};

/// Stores the sums of a part of a tile.
/// @param thread of the multiplying warpgroups
__device__ __forceinline__ void store_part(float const (&sums)[64], neighbours<float>* slots,
                                           std::int64_t slot, unsigned thread) {
#pragma unroll
    for (int pair = 0; pair < float_fragment::pairs; ++pair)
        slots[(slot * float_fragment::pairs + pair) * float_tile::multiplying_threads + thread] = {
            sums[2 * pair], sums[2 * pair + 1]};
}

/// One block per multiprocessor computes tile after tile, or parts of tiles. Does nothing if the
/// magnitudes are not supported.
/// @param has_run mapped host memory; set to whether they are
template <major A, major B, std::size_t V>
__global__ void __launch_bounds__(float_tile::threads, 1)
    float_product(const __grid_constant__ CUtensorMap map_a,
                  const __grid_constant__ CUtensorMap map_b,
                  const __grid_constant__ CUtensorMap map_c, product_arguments<float> p,
                  tile_parts<float> parts, operand_ranges const* ranges, bool* has_run) {
    using tile_a = plane_tile<A>;
    using tile_b = plane_tile<B>;
    using sums_type = std::conditional_t<float_variants[V].is_exact, exact_sums, plain_sums>;
    constexpr int stages = float_tile::stages, plane = float_tile::plane_bytes;
    extern __shared__ std::uint8_t memory[];
    std::uint32_t const a = (shared_address(memory) + 1023) & ~1023u;
    std::uint32_t const b = a + stages * 3 * plane;
    std::uint32_t const boxes = b + stages * 3 * plane;
    std::uint32_t const full = boxes + 4 * 8192;
    std::uint32_t const empty = full + 8 * stages;
    bool const is_supported = ranges->are_supported();
    if (blockIdx.x == 0 && threadIdx.x == 0) *has_run = is_supported;
    if (!is_supported) return;
    if (threadIdx.x == 0) {
        for (CUtensorMap const* map : {&map_a, &map_b, &map_c}) prefetch_map(map);
        for (int i = 0; i < stages; ++i) {
            initialise_barrier(full + 8 * i, 1);
            initialise_barrier(empty + 8 * i, 2);
        }
        publish_barriers();
    }
    __syncthreads();

    tile_order const order{pieces(p.m, float_tile::rows), pieces(p.n, float_tile::columns), p.band};
    tile_stream const& stream = parts.stream;
    int const block = static_cast<int>(blockIdx.x), parts_of_block = stream.parts_of(block);
    int const warpgroup = __shfl_sync(~0u, static_cast<int>(threadIdx.x / 128), 0);
    ring<stages> at;
    if (warpgroup == 0) {
        give_registers<40>();
        if (threadIdx.x != 0) return;
        pacer pace(parts.pace);
        for (int index = 0; index < parts_of_block; ++index) {
            tile_part const part = stream.part(block, index);
            tile_place const place = order.at(part.tile);
            int const row = place.row * float_tile::rows;
            int const column = place.column * float_tile::columns;
            std::uint32_t const bytes =
                3 * (tile_a::bytes_inside(row, p.m) + tile_b::bytes_inside(column, p.n));
            for (int step = part.first; step < part.first + part.count; ++step) {
                if (index < stream.common_rounds()) pace.pass(step * float_tile::depth);
                wait(empty + 8 * at.stage, at.parity ^ 1);
                std::uint32_t const barrier = full + 8 * at.stage;
                expect_bytes(barrier, bytes);
#pragma unroll 1
                for (int i = 0; i < 3; ++i) {
                    tile_a::load(a + (at.stage * 3 + i) * plane, &map_a, barrier, row, p.m,
                                 step * float_tile::depth, i);
                    tile_b::load(b + (at.stage * 3 + i) * plane, &map_b, barrier, column, p.n,
                                 step * float_tile::depth, i);
                }
                at.advance();
            }
        }
    } else {
        take_registers<232>();
        int const consumer = warpgroup - 1;
        unsigned which = 0;
        for (int index = 0; index < parts_of_block; ++index) {
            tile_part const part = stream.part(block, index);
            sums_type sums;
            sums.clear();
#pragma unroll 1
            for (int first = 0; first < part.count; first += 32) {
                int const last = min(part.count, first + 32);
#pragma unroll 1
                for (int step = first; step < last; ++step) {
                    wait(full + 8 * at.stage, at.parity);
                    stage_descriptors<tile_a, tile_b> const stage{
                        tile_a::descriptor(a + at.stage * 3 * plane, consumer * 64),
                        tile_b::descriptor(b + at.stage * 3 * plane)};
                    sums.add(stage, empty + 8 * at.stage, step == 0);
                    at.advance();
                }
                sums.keep();
            }
            tile_place const place = order.at(part.tile);
            int const row = place.row * float_tile::rows + consumer * 64;
            int const column = place.column * float_tile::columns;
            auto& total = sums.total();
            if (part.slot >= 0) {
                store_part(total, parts.slots, part.slot, threadIdx.x - 128);
                continue;
            }
            finish(total, p, row, column);
            if (p.fits_boxes)
                store_boxes<float>(total, &map_c, boxes + consumer * 2 * 8192, which, warpgroup,
                                   {row, column, 0});
            else store_rows(total, p, row, column);
        }
        if (threadIdx.x % 128 == 0) wait_for_stores();
    }
}

} // namespace gpu::inline v0::sm90
