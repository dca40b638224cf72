// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products of int8 or TF32 with one MN-major operand. wgmma supports no descriptor for it, so it
/// is transposed on its way to registers.
#pragma once

#include "cluster.cuh"
#include "descriptor.hpp"
#include "fragment.cuh"
#include "mbarrier.cuh"
#include "opaque.cuh"
#include "operand_tile.cuh"
#include "pace.cuh"
#include "register_fragments.cuh"
#include "square_store.cuh"
#include "tile_order.hpp"
#include "wgmma.cuh"
#include "wgmma_int8.cuh"
#include "wgmma_tf32.cuh"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace gpu::inline v0::sm90 {

/// Writes a thread's sums of a tile inside C, in pairs of adjacent elements of a row. Not by
/// store_neighbours: with sums packed as integers, ptxas would serialise the products.
/// @param in_r, in_s the thread's first elements of R and of S
template <bool BIsR, int N, class Sum, class Small>
__device__ __forceinline__ void
write_whole_tile(Sum const (&sums)[N], product_arguments<Sum, Small> const& p, int in_r, int in_s) {
    std::int64_t const ld = p.leading_dimension;
    Sum* to = p.c + (BIsR ? in_s * ld + in_r : in_r * ld + in_s);
#pragma unroll
    for (int i = 0; i < N; i += 4) {
        Sum const* const s = &sums[i];
        *reinterpret_cast<neighbours<Sum>*>(to) = {s[0], BIsR ? s[2] : s[1]};
        *reinterpret_cast<neighbours<Sum>*>(to + ld) = {BIsR ? s[1] : s[2], s[3]};
        to += BIsR ? 8 * ld : 8;
    }
}

/// Computes tiles of 128 elements of the MN-major operand R by `tile` elements of the K-major
/// operand S. If B is R, R's elements are columns of C, otherwise rows. Clusters of blocks may
/// share the tile of S. The kernel may be launched before the previous kernel has ended, and waits
/// for it before it reads or writes memory.
template <class Value, bool BIsR, std::size_t V>
__global__ void __launch_bounds__(384, 1)
    register_operand_product(const __grid_constant__ CUtensorMap map_r,
                             const __grid_constant__ operand_maps<major::k> maps_s,
                             const __grid_constant__ CUtensorMap map_c, arguments_of<Value> all,
                             batch_of_products batch, division_of_k divided) {
    constexpr int tile_r = 128, tile_s = register_variants[V].tile;
    constexpr int depth = 128 / sizeof(Value), stages = register_variants[V].stages;
    constexpr int sharers = register_variants[V].sharers;
    using operand_s = operand_tile<major::k, tile_s, sharers>;
    using fragments_type = register_fragments<Value>;
    constexpr int boxes = fragments_type::boxes;
    constexpr std::uint32_t bytes_r = tile_r * 128;
    using buffers = square_buffers<register_variants[V].squares>;
    extern __shared__ std::uint8_t memory[];
    std::uint32_t const s = opaque(address_of_tiles(memory));
    std::uint32_t const r = s + stages * operand_s::bytes;
    std::uint32_t const squares = r + stages * bytes_r;
    std::uint32_t const full = squares + 4 * buffers::bytes;
    std::uint32_t const empty = full + 8 * stages;
    auto const p = divided.of_part(all, blockIdx.y);
    let_next_kernel_start();
    if (threadIdx.x == 0) {
        prefetch_map(&map_r);
        prefetch_maps(maps_s);
        prefetch_map(&map_c);
        for (int i = 0; i < stages; ++i) {
            initialise_barrier(full + 8 * i, 1);
            initialise_barrier(empty + 8 * i, 8 * sharers);
        }
        publish_barriers();
    }
    sync_cluster<sharers>();

    auto const in_cluster = place_in_cluster<sharers, 1>();
    batch_order const order{{pieces(BIsR ? p.m : p.n, tile_s),
                             pieces(pieces(BIsR ? p.n : p.m, tile_r), sharers), p.band},
                            batch.count}; // of clusters
    strided_tiles const tiles{static_cast<int>(blockIdx.x) / sharers,
                              static_cast<int>(gridDim.x) / sharers, order.count()};
    auto const begin_in_r = [=](tile_place const& place) {
        return (place.column * sharers + in_cluster.row) * tile_r;
    };
    // R is B or A
    int const r_step = BIsR ? batch.b_step : batch.a_step;
    int const s_step = BIsR ? batch.a_step : batch.b_step;
    int const end_of_r = BIsR ? p.n : p.m, end_of_s = BIsR ? p.m : p.n;
    int const steps_of_k = divided.steps;
    int const first_k = static_cast<int>(blockIdx.y) * divided.part_distance * depth;
    int const warpgroup = __shfl_sync(~0u, static_cast<int>(threadIdx.x / 128), 0);
    ring<stages> at;
    if (warpgroup == 0) {
        give_registers<40>();
        if (threadIdx.x >= 32 || !is_elected()) return;
        if (tiles.first < tiles.count) {
            tile_place const place = order.at(tiles.first);
            int const in_r = begin_in_r(place);
            operand_s::prefetch_share(maps_s, in_cluster.row, place.row * tile_s, end_of_s, first_k,
                                      place.product * s_step);
            for_boxes_inside<boxes>(pieces(max(end_of_r - in_r, 0), tile_r / boxes), [&](int i) {
                prefetch_box(&map_r, in_r + i * (tile_r / boxes), first_k, place.product * r_step);
            });
        }
        wait_for_previous_kernel();
        pacer pace(batch.pace);
        for (int tile = tiles.first; tile < tiles.count; tile += tiles.step) {
            tile_place const place = order.at(tile);
            int const in_r = begin_in_r(place), in_s = place.row * tile_s;
            int const boxes_inside = min(pieces(max(end_of_r - in_r, 0), tile_r / boxes), boxes);
            std::uint32_t const bytes =
                operand_s::bytes_inside(in_s, end_of_s) + boxes_inside * (bytes_r / boxes);
            for (int step = 0; step < steps_of_k; ++step) {
                if (tiles.is_common(tile)) pace.pass(step * depth);
                wait(empty + 8 * at.stage, at.parity ^ 1);
                std::uint32_t const barrier = full + 8 * at.stage;
                expect_bytes(barrier, bytes);
                int const k = first_k + step * divided.step_distance * depth;
                operand_s::load_share(s + at.stage * operand_s::bytes, maps_s, barrier,
                                      in_cluster.row, in_cluster.column_mask(), in_s, end_of_s, k,
                                      place.product * s_step);
                for_boxes_inside<boxes>(boxes_inside, [&](int i) {
                    load_box(r + at.stage * bytes_r + i * (bytes_r / boxes), &map_r, barrier,
                             in_r + i * (tile_r / boxes), k, place.product * r_step);
                });
                at.advance();
            }
        }
        return;
    }

    take_registers<232>();
    wait_for_previous_kernel();
    unsigned const lane = threadIdx.x % 32, warp = threadIdx.x / 32 - 4;
    fragments_type const fragments_of_r(warp);
    sum_of<Value> sums[tile_s / 2];
    std::uint32_t fragments[2][4][4];
    buffers output(squares + warp / 2 * buffers::bytes, static_cast<int>(1 + warp / 2));
    int before = -1;
    // loads the fragments of a step while the products of the previous one are computed
    auto const multiply_step = [&](std::uint32_t(&f)[4][4], bool is_first)
        __attribute__((always_inline)) {
        wait(full + 8 * at.stage, at.parity);
#pragma unroll
        for (int i = 0; i < 4; ++i) fragments_of_r.load(f[i], r + at.stage * bytes_r, i);
        auto const from_s = operand_s::descriptor(s + at.stage * operand_s::bytes);
#pragma unroll
        for (int i = 0; i < 4; ++i) pin(f[i]);
        pin(sums);
        fence_products();
#pragma unroll
        for (int i = 0; i < 4; ++i)
            multiply(sums, f[i], from_s + i * operand_s::step, !is_first || i != 0);
        commit_products();
        pin(sums);
        wait_for_products<1>();
        if (before >= 0) release_stage(in_cluster, empty + 8 * before, lane);
        before = at.stage;
        at.advance();
    };
    for (int tile = tiles.first; tile < tiles.count; tile += tiles.step) {
        before = -1;
        // Outside the loop: with a branch between products in flight, ptxas would serialise all of
        // them.
        if (steps_of_k & 1) {
            multiply_step(fragments[1], true);
            wait_for_products<0>();
            pin(sums);
        }
#pragma unroll 1
        for (int step = steps_of_k & 1; step < steps_of_k; step += 2) {
            multiply_step(fragments[0], step == 0);
            multiply_step(fragments[1], false);
        }
        wait_for_products<0>();
        pin(sums);
        release_stage(in_cluster, empty + 8 * before, lane);

        tile_place const place = order.at(tile);
        auto const one = batch.of_product(p, place.product);
        int const in_r = begin_in_r(place) + fragments_type::element(warp);
        int const in_s = place.row * tile_s + static_cast<int>(lane % 4 * 2);
        // calls f(row, column, first, second) for each pair of adjacent elements of a row
        auto const for_each_pair_of_sums = [&](int x, auto f) __attribute__((always_inline)) {
#pragma unroll
            for (int j = 0; j < tile_s / 8; ++j) {
                sum_of<Value>* const s = &sums[4 * j];
                if constexpr (BIsR) {
                    f(x + 8 * j, in_r, s[0], s[2]);
                    f(x + 8 * j + 1, in_r, s[1], s[3]);
                } else {
                    f(in_r, x + 8 * j, s[0], s[1]);
                    f(in_r + 1, x + 8 * j, s[2], s[3]);
                }
            }
        };
        using sum = sum_of<Value>;
        if (!are_sums_unscaled(one))
            for_each_pair_of_sums(in_s, [&](int row, int column, sum& first, sum& second) {
                scale_pair(one, row, column, first, second);
            });
        apply_steps(sums, one, [=](int first, int i) {
            int const of_r = in_r + i % 4 / 2, of_s = in_s + 2 * first + i / 4 * 8 + i % 2;
            return BIsR ? element_place{of_s, of_r} : element_place{of_r, of_s};
        });
        auto const store_elements = [&]() __attribute__((always_inline)) {
            for_type_of_c(one, [&]<class E>() {
                // opaque: otherwise the addresses of all elements would stay in registers
                for_each_pair_of_sums(opaque(in_s), [&](int row, int column, sum x, sum y) {
                    write_pair<E>(one, row, column, x, y);
                });
            });
        };
        if constexpr (register_variants[V].squares > 0) {
            if (one.fits_boxes && !one.is_small()) {
                auto const pair = static_cast<int>(warp / 2 * 32); // the first element of two warps
                std::uint32_t const in_square = fragments_type::element(warp) % 32;
                store_squares<BIsR>(sums, &map_c, output, in_square,
                                    fragments_type::has_two_runs && in_square >= 16,
                                    begin_in_r(place) + pair, place.row * tile_s, place.product);
            } else store_elements();
        } else {
            // The stores of a tile run once, so that their code is fetched each time. Without
            // conditions there is much less of it.
            bool const is_whole = one.has_pairs && !one.is_small() &&
                                  begin_in_r(place) + tile_r <= (BIsR ? p.n : p.m) &&
                                  (place.row + 1) * tile_s <= (BIsR ? p.m : p.n);
            if (is_whole) write_whole_tile<BIsR>(sums, one, in_r, in_s);
            else store_elements();
        }
    }
    if (threadIdx.x % 64 == 0) wait_for_stores();
    // the other blocks may still arrive at this one's barriers
    if constexpr (sharers > 1) sync_cluster<sharers>();
}

template <class Value, std::size_t... V>
void fill(register_kernel_set& kernels, std::index_sequence<V...>) {
    static_assert(((register_variants[V].shared_bytes() <= most_shared_bytes) && ...));
    ((kernels.of[V][0] = reinterpret_cast<void const*>(&register_operand_product<Value, false, V>),
      kernels.of[V][1] = reinterpret_cast<void const*>(&register_operand_product<Value, true, V>)),
     ...);
}

template <class Value>
register_kernel_set make_register_kernels() {
    register_kernel_set kernels;
    fill<Value>(kernels, std::make_index_sequence<register_variants.size()>{});
    return kernels;
}

} // namespace gpu::inline v0::sm90
