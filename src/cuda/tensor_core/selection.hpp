// SPDX-License-Identifier: Apache-2.0
/// @file
/// Chooses the fastest kernel for a shape, from the measured times of tiles. The choice is
/// deterministic for a shape and GPU, because the bits of the result depend on it.
#pragma once

#include "kernel_set.hpp"
#include "tile_order.hpp"

#include <array>
#include <cstddef>

namespace gpu::inline v0::sm90 {

/// The expected time of a product on an otherwise idle GPU.
/// @param rounds tiles per multiprocessor
/// @param blocks_of_k per tile
template <class Variant>
constexpr long long expected_ns(Variant const& v, int rounds, int blocks_of_k) {
    return static_cast<long long>(rounds) *
           (v.tile_ns + static_cast<long long>(blocks_of_k) * v.block_ns);
}

/// The index of the fastest variant, if one block computes each tile.
/// @param tiles returns the number of tiles of a variant
template <class Variant, std::size_t N, class Tiles>
constexpr std::size_t choose(std::array<Variant, N> const& all, Tiles tiles, int blocks_of_k,
                             int multiprocessors) {
    auto const time = [&](Variant const& v) {
        return expected_ns(v, pieces(tiles(v), multiprocessors), blocks_of_k);
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < N; ++i)
        if (time(all[i]) < time(all[best])) best = i;
    return best;
}

/// The number of blocks that a variant of `variants` needs; a persistent one launches only as many
/// as fit.
constexpr int blocks_of(variant const& v, int m, int n) {
    return pieces(pieces(m, 128), v.sharers) * v.sharers * v.parts * pieces(n, v.columns);
}

/// The delay of persistent kernels: the others start while the previous kernel ends.
inline constexpr long long late_start_ns = 1700;

/// The index of the fastest of `variants`. Variants that are not persistent are considered only if
/// all their blocks run at once.
/// @param depth elements of k in 128 bytes
constexpr std::size_t choose_variant(int m, int n, int k, int depth, int multiprocessors) {
    std::size_t best = 0;
    long long shortest = -1;
    for (std::size_t i = 0; i < variants.size(); ++i) {
        variant const& v = variants[i];
        int const rounds = pieces(blocks_of(v, m, n), multiprocessors);
        if (rounds > 1 && !v.is_persistent) continue;
        long long const time = (v.is_persistent ? late_start_ns : 0) +
                               expected_ns(v, rounds, part_of_k(k, depth, v.parts, 0).count);
        if (shortest >= 0 && time >= shortest) continue;
        best = i;
        shortest = time;
    }
    return best;
}

} // namespace gpu::inline v0::sm90
