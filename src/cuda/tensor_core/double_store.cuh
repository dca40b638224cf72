// SPDX-License-Identifier: Apache-2.0
/// @file
/// The end of double_product: stores elements of C.
#pragma once

#include "epilogue.cuh"
#include "fragment.cuh"
#include "opaque.cuh"
#include "tile_parts.hpp"

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

/// Stores a thread's elements of a tile.
template <class Fragment, int N>
__device__ __forceinline__ void store_doubles(double (&d)[N], product_arguments<double> const& p,
                                              unsigned thread, int row, int column) {
    auto const at = [=](int pair) {
        element_place const in_tile = Fragment::at(thread, pair);
        return element_place{row + in_tile.row, column + in_tile.column};
    };
    for_each_pair(d, [&](int pair, double& first, double& second) {
        scale_pair(p, at(pair).row, at(pair).column, first, second);
    });
    apply_steps(d, p, [=](int first, int i) {
        element_place const place = at((first + i) / 4 * 2 + i % 2);
        return element_place{place.row, place.column + i % 4 / 2};
    });
    // otherwise the addresses of all elements would stay in registers
    int const again = opaque(row);
    for_each_pair(d, [&](int pair, double first, double second) {
        write_pair<double>(p, at(pair).row - row + again, at(pair).column, first, second);
    });
}

} // namespace gpu::inline v0::sm90
