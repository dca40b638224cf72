// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products of double with few tiles: one block per tile, or a cluster of blocks that splits k. If
/// k is long, it is also divided between rows of blocks, see parts_of_k.hpp.
#pragma once

#include "cluster.cuh"
#include "double_kernels.hpp"
#include "double_operands.cuh"
#include "double_store.cuh"
#include "epilogue.cuh"
#include "fragment.cuh"
#include "mbarrier.cuh"
#include "opaque.cuh"
#include "product_arguments.hpp"
#include "tile_order.hpp"
#include "tma.cuh"

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::sm90 {

/// Loads 16 bytes of shared memory, possibly of another block of the cluster.
__device__ __forceinline__ double2 load_two_of_cluster(std::uint32_t from) {
    double2 v;
    asm volatile("ld.shared::cluster.v2.f64 {%0, %1}, [%2];"
                 : "=d"(v.x), "=d"(v.y)
                 : "r"(from)
                 : "memory");
    return v;
}

__device__ __forceinline__ void store_two(std::uint32_t to, double x, double y) {
    asm volatile("st.shared.v2.f64 [%0], {%1, %2};" ::"r"(to), "d"(x), "d"(y) : "memory");
}

/// Adds the sums of a cluster's groups of warps, in the order of blocks and groups, so that the
/// bits are deterministic. Each thread gets the pairs of one thread of a group, `Groups` apart.
/// @param d the thread's sums
/// @param own receives those of its pairs
/// @param memory shared, 16 bytes per pair of a tile and group
/// @param thread its rank in its group
/// @param first_pair that this thread gets
template <int Parts, int Groups, int N, int Columns>
__device__ __forceinline__ void add_groups(double (&d)[Columns], double (&own)[N],
                                           std::uint32_t memory, int group, int thread,
                                           int threads_of_group, int first_pair) {
    auto const slot = [=](int g, int pair) {
        return static_cast<std::uint32_t>(((g * (Columns / 2) + pair) * threads_of_group + thread) *
                                          16);
    };
    for_each_pair(d, [&](int pair, double first, double second) {
        store_two(memory + slot(group, pair), first, second);
    });
    if constexpr (Parts > 1) {
        publish_to_cluster();
        wait_for_cluster();
    } else wait_for_warps(1, Groups * threads_of_group);
#pragma unroll
    for (int i = 0; i < N; i += 2) {
#pragma unroll
        for (int part = 0; part < Parts; ++part) {
            std::uint32_t const from =
                Parts > 1 ? address_in(memory, static_cast<std::uint32_t>(part)) : memory;
#pragma unroll
            for (int g = 0; g < Groups; ++g) {
                std::uint32_t const at = from + slot(g, first_pair + i / 2 * Groups);
                double2 const v = Parts > 1 ? load_two_of_cluster(at) : load_two(at);
                bool const is_first = part + g == 0;
                own[i] = is_first ? v.x : own[i] + v.x;
                own[i + 1] = is_first ? v.y : own[i + 1] + v.y;
            }
        }
    }
    // a block must not exit while another one reads its memory
    if constexpr (Parts > 1) publish_to_cluster();
}

/// Adds the sums of the groups and of a cluster's blocks, and stores elements of C.
/// @param all the arguments of the product
/// @param own_part returns those of this block's part of k
/// @param first_element returns the first one of the tile
template <class Fragment, int Parts, int Groups, int N, class OwnPart, class First>
__device__ __forceinline__ void store_added(double (&d)[N], product_arguments<double> const& all,
                                            std::uint32_t memory, int threads_of_group, int group,
                                            int part, OwnPart own_part, First first_element) {
    constexpr int pairs = Fragment::pairs / (Parts * Groups); // of this thread
    int const thread = static_cast<int>(threadIdx.x) % threads_of_group;
    int const first_pair = part * (Fragment::pairs / Parts) + group;
    double own[2 * pairs];
    add_groups<Parts, Groups>(d, own, memory, group, thread, threads_of_group, first_pair);
    element_place const origin = first_element();
    auto const position = [=](int i) {
        element_place const x =
            Fragment::at(static_cast<unsigned>(thread), first_pair + i / 2 * Groups);
        return element_place{origin.row + x.row, origin.column + x.column + i % 2};
    };
#pragma unroll
    for (int i = 0; i < 2 * pairs; i += 2)
        scale_pair(all, position(i).row, position(i).column, own[i], own[i + 1]);
    apply_steps(own, all, [=](int first, int i) { return position(first + i); });
    auto const p = own_part();
#pragma unroll
    for (int i = 0; i < 2 * pairs; i += 2)
        write_pair<double>(p, position(i).row, position(i).column, own[i], own[i + 1]);
}

/// The kernel of variant `V` of `few_doubles_variants`. Groups of warps take steps of k in turn,
/// and their sums are added in the end. It may be launched before the previous kernel has ended,
/// and waits for it before it reads or writes memory.
template <std::size_t V, major A, major B>
__global__ void __launch_bounds__(few_doubles_variants[V].threads(),
                                  few_doubles_variants[V].residents)
    few_doubles_product(const __grid_constant__ CUtensorMap map_a,
                        const __grid_constant__ CUtensorMap map_b,
                        product_arguments<double> of_first, division_of_k divided,
                        batch_of_products batch) {
    constexpr few_doubles_variant v = few_doubles_variants[V];
    constexpr int rows = v.rows, columns = v.columns, warp_columns = v.warp_columns, depth = 16;
    constexpr int stages = v.stages, groups = v.groups, parts = v.parts, warps = v.warps();
    constexpr int loader = warps * groups; // the loading warp
    constexpr std::uint32_t tile_bytes = v.tile_bytes();
    static_assert(stages % groups == 0 && warp_columns % (2 * parts * groups) == 0);
    static_assert(columns != 128, "such tiles have eight warps, see double_fragment");
    using fragment = double_fragment<A, B, warp_columns, columns>;
    using tile_a = double_tile<A, rows>;
    using tile_b = double_tile<B, columns>;
    extern __shared__ std::uint8_t memory[];
    std::uint32_t const a = opaque(address_of_tiles(memory));
    std::uint32_t const b = a + stages * tile_a::bytes;
    std::uint32_t const full = a + tile_bytes;
    std::uint32_t const empty = full + 8 * stages;
    let_next_kernel_start();
    int const warp = __shfl_sync(~0u, static_cast<int>(threadIdx.x / 32), 0);
    if (threadIdx.x == loader * 32) {
        prefetch_map(&map_a);
        prefetch_map(&map_b);
        for (int i = 0; i < stages; ++i) {
            initialise_barrier(full + 8 * i, 1);
            initialise_barrier(empty + 8 * i, warps);
        }
        publish_barriers();
    }
    __syncthreads();

    int const part = cluster_rank<parts>();
    int const steps = divided.steps, product = static_cast<int>(blockIdx.z);
    // computed again in the end, to have registers for the loop
    auto const first_element = [&] {
        int const tile = opaque(static_cast<int>(blockIdx.x)) / parts;
        int const tiles_of_row = pieces(of_first.n, columns);
        return element_place{tile / tiles_of_row * rows, tile % tiles_of_row * columns};
    };
    ring<stages> at;
    if (warp == loader) {
        if (is_elected()) {
            element_place const first = first_element();
            int const first_step =
                (static_cast<int>(blockIdx.y) * parts + part) * divided.part_distance;
            tile_a::prefetch(&map_a, first.row, first_step * depth, product * batch.a_step);
            tile_b::prefetch(&map_b, first.column, first_step * depth, product * batch.b_step);
            wait_for_previous_kernel();
            for (int step = 0; step < steps; ++step) {
                if (step >= stages) wait(empty + 8 * at.stage, at.parity ^ 1);
                std::uint32_t const barrier = full + 8 * at.stage;
                expect_bytes(barrier, tile_a::bytes + tile_b::bytes);
                int const k = (first_step + step * divided.step_distance) * depth;
                tile_a::load(a + at.stage * tile_a::bytes, &map_a, barrier, first.row, k,
                             product * batch.a_step);
                tile_b::load(b + at.stage * tile_b::bytes, &map_b, barrier, first.column, k,
                             product * batch.b_step);
                at.advance();
            }
        }
        __syncwarp();
        if constexpr (parts > 1) {
            publish_to_cluster();
            wait_for_cluster();
            publish_to_cluster();
            wait_for_cluster();
        }
        return;
    }
    int const group = warp / warps, place = warp % warps;
    element_place const first = fragment::of_warp(place);
    double_places<A, B> const places(first.row, first.column);
    double d[warp_columns] = {};
    int before = -1; // given back when the next stage is there, see double_product
    at.advance_by(group);
#pragma unroll 1
    for (int step = group; step < steps; step += groups) {
        wait(full + 8 * at.stage, at.parity);
        if (before >= 0 && threadIdx.x % 32 == 0) arrive(empty + 8 * before);
        __syncwarp();
        multiply_block(d, places, a + at.stage * tile_a::bytes, b + at.stage * tile_b::bytes);
        before = at.stage;
        at.advance_by(groups);
    }
    wait_for_previous_kernel();
    auto const all = batch.of_product(of_first, product);
    // those of a part have no beta, so that C is not read
    auto const own_part = [&] { return divided.of_part(all, static_cast<int>(blockIdx.y)); };
    if constexpr (parts * groups == 1) {
        element_place const origin = first_element();
        store_doubles<fragment>(d, own_part(), threadIdx.x, origin.row, origin.column);
    } else {
        wait_for_warps(1, loader * 32); // sums overwrite the tiles
        store_added<fragment, parts, groups>(d, all, a, warps * 32, group, part, own_part,
                                             first_element);
    }
    if constexpr (parts > 1) wait_for_cluster();
}

} // namespace gpu::inline v0::sm90
