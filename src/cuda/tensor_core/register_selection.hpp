// SPDX-License-Identifier: Apache-2.0
/// @file
/// Chooses the fastest kernel with an operand in registers, see selection.hpp.
#pragma once

#include "loading.hpp"
#include "recent.hpp"
#include "register_kernels.hpp"
#include "selection.hpp"
#include "tile_order.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace gpu::inline v0::sm90 {

/// Properties of a product on which the choice of a variant depends.
struct register_facts {
    int r, s; ///< rows or columns of C: elements of R and S
    int steps_of_k;
    int products = 1;
    line_begin begin = line_begin::cache_line; ///< the worst of R and S

    friend bool operator==(register_facts const&, register_facts const&) = default;
    [[nodiscard]] constexpr std::size_t hash() const { return hash_of(r, s, steps_of_k, products); }
};

/// The number of blocks that a variant needs; it launches only as many as fit.
constexpr int blocks_of(register_variant const& v, register_facts const& p) {
    return pieces(pieces(p.r, 128), v.sharers) * v.sharers * pieces(p.s, v.tile) * p.products;
}

/// The height of bands of tiles of S.
constexpr int band_of(register_variant const& v, register_facts const& p, int multiprocessors) {
    return balanced_band(pieces(p.s, v.tile), v.tile, 128 * v.sharers, multiprocessors / v.sharers);
}

/// The time in which a block loads a line of 128 bytes, in picoseconds, if others load it, too, and
/// k is divided. Most lines are in the L2 cache then.
inline constexpr int ps_per_line_of_block = 1700;

/// The least time in which a block loads its lines of one step, in picoseconds. Few blocks that
/// each read lines of their own wait for memory.
constexpr int loading_ps(register_variant const& v, register_facts const& p, int blocks,
                         int multiprocessors, int parts) {
    bool const is_few = p.products == 1 && 2 * blocks <= multiprocessors * parts;
    int least = parts > 1 ? ps_per_line_of_block : 0;
    if (is_few && p.s <= v.tile) least = ps_per_line_of_memory; // no other block reads lines of R
    int const ps = std::max(ps_per_line(p.begin, ports_of(blocks, multiprocessors)), least);
    int const lines = std::min(128, p.r) + std::min(v.tile / v.sharers, p.s);
    return lines * ps;
}

/// The expected time of a variant if k is divided into `parts`.
constexpr long long expected_ns(register_variant const& v, register_facts const& p,
                                int multiprocessors, int parts) {
    int const blocks = blocks_of(v, p) * parts;
    register_variant loaded = v;
    loaded.step_ns = std::max(v.step_ns, loading_ps(v, p, blocks, multiprocessors, parts) / 1000);
    long long const time =
        expected_ns(loaded, pieces(blocks, multiprocessors), pieces(p.steps_of_k, parts));
    long long const r = p.r, s = p.s;
    long long const loads = r * pieces(p.s, v.tile) + s * pieces(pieces(p.r, 128), v.sharers);
    long long const memory = memory_ns(r + s, loads, p.steps_of_k, ps_per_load);
    long long const least = p.products > 1 ? 0 : v.tile_ns + memory;
    if (parts == 1) return std::max(time, least);
    return std::max(time, least) +
           between_kernels_ns(blocks, pieces(p.steps_of_k, parts), multiprocessors) +
           adding_sums_ns(parts, r * s);
}

/// The number of parts of k, see choose_parts.
constexpr int parts_of_k(register_variant const& v, register_facts const& p, int multiprocessors,
                         int divides = -1) {
    if (p.products > 1) return 1;
    return choose_parts(multiprocessors / blocks_of(v, p), p.steps_of_k, v.step_ns, divides,
                        [&](int parts) { return expected_ns(v, p, multiprocessors, parts); });
}

/// The index of the fastest of `register_variants`.
constexpr std::size_t choose_register_variant(register_facts const& p, int multiprocessors) {
    auto const time = [&](register_variant const& v) {
        if (v.sharers > multiprocessors) return std::numeric_limits<long long>::max();
        return expected_ns(v, p, multiprocessors, parts_of_k(v, p, multiprocessors));
    };
    return static_cast<std::size_t>(std::ranges::min_element(register_variants, {}, time) -
                                    register_variants.begin());
}

} // namespace gpu::inline v0::sm90
