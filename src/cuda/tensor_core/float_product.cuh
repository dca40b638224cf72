// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products of float, on planes loaded by the copy engine.
#pragma once

#include "announced_part.cuh"
#include "box_store.cuh"
#include "float_sums.cuh"
#include "half_sums.cuh"
#include "opaque.cuh"
#include "operand_tile.cuh"
#include "pace.cuh"
#include "part_sums.cuh"
#include "tile_order.hpp"

#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::sm90 {

/// Adds the parts of a tile, see part_sums.cuh.
/// @return whether the sums are the tile's
__device__ __forceinline__ bool add_parts(float (&sums)[64], tile_parts<float> const& parts,
                                          int before, int after) {
    constexpr int pairs = 32;
    static_assert(float_tile::multiplying_threads == 32 * multiplying_warps);
    static_assert(2 * pairs * 32 * multiplying_warps == float_tile::rows * float_tile::columns);
    return add_parts_of_tile<pairs>(parts, threadIdx.x - 128, before, after, [&](auto f) {
#pragma unroll
        for (int pair = 0; pair < pairs; ++pair) f(pair, sums[2 * pair], sums[2 * pair + 1]);
    });
}

/// The tensor maps of the planes of A and B, and of C.
template <major A, major B>
struct float_maps {
    operand_maps<A> const* a;
    operand_maps<B> const* b;
    CUtensorMap const* c;
};

/// Multiplies sums by 2^exponent. It may be below -126, if products are near 2^-126, but not above
/// 127.
__device__ __forceinline__ void scale_sums(float (&sums)[64], int exponent) {
    if (exponent == 0) return;
    int const rest = min(exponent + 126, 0);
    float const factor = power_of_two(exponent - rest), small_factor = power_of_two(rest);
#pragma unroll
    for (int i = 0; i < 64; ++i) sums[i] = sums[i] * factor * small_factor;
}

/// A block computes tile after tile, or parts of tiles.
/// @param exponent sums are multiplied by 2^exponent
template <major A, major B, class Sums>
__device__ __forceinline__ void multiply_planes(float_maps<A, B> const& maps,
                                                product_arguments<float> const& p,
                                                tile_parts<float> const& parts, int exponent) {
    using tile_a = operand_tile<A, float_tile::rows>;
    using tile_b = operand_tile<B, float_tile::columns>;
    using buffers = box_buffers<2, 64>;
    constexpr int planes = Sums::planes, stages = float_tile::stages(planes);
    constexpr int plane = float_tile::plane_bytes;
    constexpr int steps_before_keep = 1024 / float_tile::depth;
    static_assert(most_announced >= stages + 2);
    extern __shared__ std::uint8_t memory[];
    __shared__ announced_part announced[most_announced];
    std::uint32_t const a = opaque(address_of_tiles(memory));
    std::uint32_t const b = a + stages * planes * plane;
    std::uint32_t const boxes = b + stages * planes * plane;
    std::uint32_t const full = boxes + 2 * buffers::bytes;
    std::uint32_t const empty = full + 8 * stages;
    if (threadIdx.x == 0) {
        for (CUtensorMap const* map : {&maps.a->whole, &maps.b->whole, maps.c}) prefetch_map(map);
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
        if (threadIdx.x >= 32 || !is_elected()) return;
        pacer pace(parts.pace);
        for (int index = 0; index < parts_of_block; ++index) {
            tile_part const part = stream.part(block, index);
            tile_place const place = order.at(part.tile);
            int const row = place.row * float_tile::rows;
            int const column = place.column * float_tile::columns;
            announced[index % most_announced] = announcement(part, place, row, column);
            std::uint32_t const bytes =
                planes * (tile_a::bytes_inside(row, p.m) + tile_b::bytes_inside(column, p.n));
            for (int step = part.first; step < part.first + part.count; ++step) {
                if (index < stream.common_rounds()) pace.pass(step * float_tile::depth);
                wait(empty + 8 * at.stage, at.parity ^ 1);
                std::uint32_t const barrier = full + 8 * at.stage;
                expect_bytes(barrier, bytes);
#pragma unroll 1
                for (int i = 0; i < planes; ++i) {
                    tile_a::load(a + (at.stage * planes + i) * plane, *maps.a, barrier, row, p.m,
                                 step * float_tile::depth, i);
                    tile_b::load(b + (at.stage * planes + i) * plane, *maps.b, barrier, column, p.n,
                                 step * float_tile::depth, i);
                }
                at.advance();
            }
        }
    } else {
        take_registers<232>();
        int const consumer = warpgroup - 1;
        buffers output(boxes + consumer * buffers::bytes, warpgroup);
        for (int index = 0; index < parts_of_block; ++index) {
            Sums sums;
            sums.clear();
            wait(full + 8 * at.stage, at.parity); // then the part is announced
            announced_part const& part = announced[index % most_announced];
            int const steps = read_announced(part.steps);
#pragma unroll 1
            for (int first = 0; first < steps; first += steps_before_keep) {
                int const last = min(steps, first + steps_before_keep);
#pragma unroll 1
                for (int step = first; step < last; ++step) {
                    wait(full + 8 * at.stage, at.parity);
                    stage_descriptors<tile_a, tile_b> const stage{
                        tile_a::descriptor(a + at.stage * planes * plane, consumer * 64),
                        tile_b::descriptor(b + at.stage * planes * plane)};
                    sums.add(stage, empty + 8 * at.stage, step == 0);
                    at.advance();
                }
                sums.keep();
            }
            auto& total = sums.total();
            scale_sums(total, exponent);
            int const before = read_announced(part.before), after = read_announced(part.after);
            if (!add_parts(total, parts, before, after)) continue;
            int const row = read_announced(part.row) + consumer * 64;
            int const column = read_announced(part.column);
            finish(total, p, row, column);
            if (p.fits_boxes) store_boxes<float>(total, maps.c, output, {row, column, 0});
            else store_rows(total, p, row, column);
        }
        if (threadIdx.x % 128 == 0) wait_for_stores();
    }
}

/// One block per multiprocessor. Does not change C if the magnitudes are not supported.
/// @param may_be_half whether planes of half are used if the ranges allow it; not if sums are exact
/// @param used mapped host memory; set to the planes whose products are added
template <major A, major B, bool IsExact>
__global__ void __launch_bounds__(float_tile::threads, 1)
    float_product(const __grid_constant__ operand_maps<A> map_a,
                  const __grid_constant__ operand_maps<B> map_b,
                  const __grid_constant__ CUtensorMap map_c, product_arguments<float> p,
                  tile_parts<float> parts, operand_ranges const* ranges, bool may_be_half,
                  float_planes* used) {
    using sums_type = std::conditional_t<IsExact, exact_sums, plain_sums>;
    wait_for_previous_kernel();
    float_planes const planes = ranges->planes(may_be_half);
    if (blockIdx.x == 0 && threadIdx.x == 0) *used = planes;
    float_maps<A, B> const maps{&map_a, &map_b, &map_c};
    if (planes == float_planes::three_of_bfloat16)
        multiply_planes<A, B, sums_type>(maps, p, parts, 0);
    if constexpr (!IsExact)
        if (planes == float_planes::two_of_half)
            multiply_planes<A, B, half_sums>(maps, p, parts, ranges->exponent_of_sums());
}

} // namespace gpu::inline v0::sm90
