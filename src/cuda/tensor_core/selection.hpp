// SPDX-License-Identifier: Apache-2.0
/// @file
/// Which kernel computes which shape: the one that the measured times of tiles promise to be first.
/// The choice is the same for the same shape on the same GPU, since the bits of the result depend
/// on it.
#pragma once

#include "kernel_set.hpp"
#include "tile_order.hpp"

#include <array>
#include <cstddef>

namespace gpu::inline v0::sm90 {

/// The time of a product on an otherwise idle GPU.
/// @param rounds tiles that a multiprocessor computes
/// @param blocks_of_k of a tile
template <class Variant>
constexpr long long expected_ns(Variant const& v, int rounds, int blocks_of_k) {
    return static_cast<long long>(rounds) *
           (v.tile_ns + static_cast<long long>(blocks_of_k) * v.block_ns);
}

/// The place of the fastest variant whose tiles are computed by one block each.
/// @param tiles how many tiles a variant has
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

/// The blocks that a variant of `variants` launches; a persistent one launches no more than fit.
constexpr int blocks_of(variant const& v, int m, int n) {
    return pieces(pieces(m, 128), v.sharers) * v.sharers * v.parts * pieces(n, v.columns);
}

/// What a persistent kernel is later by than others, which start while the one ahead of them ends.
inline constexpr long long late_start_ns = 1700;

/// The place of the fastest of `variants`. Those that are not persistent are for one round of
/// blocks.
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
