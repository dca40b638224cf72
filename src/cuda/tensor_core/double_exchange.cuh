// SPDX-License-Identifier: Apache-2.0
/// @file
/// The end of double_product: adds the sums of blocks that split k, and stores elements of C.
#pragma once

#include "cluster.cuh"
#include "epilogue.cuh"
#include "fragment.cuh"
#include "tile_parts.hpp"

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::sm90 {

/// Calls f(pair, first, second) for each pair of adjacent elements of C, see double_fragment.
template <int N, class F>
__device__ __forceinline__ void for_each_pair(double (&d)[N], F f) {
#pragma unroll
    for (int pair = 0; pair < N / 2; ++pair) { // columns 2t and 2t + 1 of an mma
        int const first = pair / 2 * 4 + pair % 2;
        f(pair, d[first], d[first + 2]);
    }
}

/// Waits until the multiplying threads of all blocks of the cluster are here, and all they wrote is
/// visible. Loading threads have exited or arrive nowhere else.
__device__ __forceinline__ void meet_in_cluster() {
    asm volatile("barrier.cluster.arrive.release.aligned;\n"
                 "barrier.cluster.wait.acquire.aligned;" ::
                     : "memory");
}

/// Adds the sums of the blocks of a cluster. Each block adds a share of them, in the order of k.
/// @param memory of the stages, at the same address in all blocks; it is overwritten
/// @param rank of this block, by its part of k
template <int Parts, int Threads, int N, int Share>
__device__ __forceinline__ void add_across_cluster(double const (&sums)[N], double (&own)[Share],
                                                   std::uint32_t memory, int rank,
                                                   unsigned thread) {
    static_assert(Share * Parts == N);
    auto const slot = [&](int part, int i) {
        return memory + (static_cast<std::uint32_t>(part * Share + i) * Threads + thread) * 8;
    };
    meet_in_cluster(); // all have read their stages
#pragma unroll
    for (int other = 0; other < Parts; ++other) {
        std::uint32_t const to = address_in(slot(rank, 0), static_cast<std::uint32_t>(other));
#pragma unroll
        for (int i = 0; i < Share; ++i)
            asm volatile("st.shared::cluster.f64 [%0], %1;" ::"r"(to + i * Threads * 8),
                         "d"(sums[other * Share + i])
                         : "memory");
    }
    meet_in_cluster();
#pragma unroll
    for (int i = 0; i < Share; ++i) {
        double total = 0;
#pragma unroll
        for (int part = 0; part < Parts; ++part) {
            double x;
            asm volatile("ld.shared.f64 %0, [%1];" : "=d"(x) : "r"(slot(part, i)) : "memory");
            total = part == 0 ? x : total + x;
        }
        own[i] = total;
    }
}

/// Stores a thread's elements of a tile.
/// @param first_pair index in the fragment of the first pair, even
template <class Fragment, int N>
__device__ __forceinline__ void
store_doubles(double (&d)[N], product_arguments<double, double> const& p, unsigned thread, int row,
              int column, int first_pair) {
    auto const at = [=](int pair) {
        place_in_tile const in_tile = Fragment::at(thread, first_pair + pair);
        return place_in_tile{row + in_tile.row, column + in_tile.column};
    };
    for_each_pair(d, [&](int pair, double& first, double& second) {
        scale_pair(p, at(pair).row, at(pair).column, first, second);
    });
    apply_steps(d, p, [=](int first, int i) {
        place_in_tile const place = at((first + i) / 4 * 2 + i % 2);
        return place_in_tile{place.row, place.column + i % 4 / 2};
    });
    // otherwise the addresses of all elements would stay in registers
    int const again = opaque(row);
    for_each_pair(d, [&](int pair, double first, double second) {
        write_pair(p, at(pair).row - row + again, at(pair).column, first, second);
    });
}

} // namespace gpu::inline v0::sm90
