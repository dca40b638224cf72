// SPDX-License-Identifier: Apache-2.0
/// @file
/// Chooses the fastest kernel for a product of double, see selection.hpp.
#pragma once

#include "choose_parts.hpp"
#include "double_kernels.hpp"
#include "recent.hpp"
#include "selection.hpp"
#include "tile_order.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace gpu::inline v0::sm90 {

/// Properties of a product of double on which the choice of a kernel depends.
struct double_facts {
    int m, n, k;
    int products = 1;

    friend bool operator==(double_facts const&, double_facts const&) = default;
    [[nodiscard]] constexpr std::size_t hash() const { return hash_of(m, n, k, products); }
    [[nodiscard]] constexpr int steps_of_k() const { return pieces(k, 16); }
};

/// The distribution of the tiles of a product.
constexpr tile_stream stream_of(double_variant const& v, double_facts const& p, int multiprocessors,
                                int divides) {
    int const tiles = pieces(p.m, v.rows) * pieces(p.n, 128) * p.products;
    return choose_stream(tiles, p.steps_of_k(), v.step_ns, multiprocessors, divides, v.part_ns());
}

/// The number of blocks that a variant for few tiles needs, for each part of k.
constexpr long long blocks_of(few_doubles_variant const& v, double_facts const& p) {
    return static_cast<long long>(pieces(p.m, v.rows)) * pieces(p.n, v.columns) * v.parts;
}

/// Steps of k of a block of a variant for few tiles, if k is divided into `parts`.
constexpr int steps_of_part(few_doubles_variant const& v, double_facts const& p, int parts) {
    return pieces(part_of_k(p.k, 16, v.parts, 0).count, parts);
}

/// The time in which a block loads a line of 128 bytes, in picoseconds, if k is divided. Lines that
/// other blocks load, too, take less.
inline constexpr int ps_per_own_line = 4000, ps_per_common_line_of_part = 2500;

/// See memory_ns.
inline constexpr int ps_per_load_of_double = 10;

/// The expected time of a variant for few tiles if k is divided into `parts`.
constexpr long long expected_ns(few_doubles_variant v, double_facts const& p, int multiprocessors,
                                int parts) {
    long long const m = p.m, n = p.n;
    long long const loads = m * pieces(p.n, v.columns) + n * pieces(p.m, v.rows);
    long long const memory = memory_ns(m + n, loads, p.steps_of_k(), ps_per_load_of_double);
    if (parts > 1) {
        int const of_a = p.n > v.columns ? ps_per_common_line_of_part : ps_per_own_line;
        int const of_b = p.m > v.rows ? ps_per_common_line_of_part : ps_per_own_line;
        v.step_ns = std::max(v.step_ns, (v.rows * of_a + v.columns * of_b) / 1000);
    }
    long long const time =
        std::max(expected_ns(v, 1, steps_of_part(v, p, parts)), v.tile_ns + memory);
    if (parts == 1) return time;
    auto const blocks = static_cast<int>(blocks_of(v, p)) * parts;
    // sums of double take two words
    return time + between_kernels_ns(blocks, steps_of_part(v, p, parts), multiprocessors) +
           adding_sums_ns(parts, 2 * m * n);
}

/// A kernel for few tiles.
/// @param few index of the variant
constexpr kernel_choice choice_of_few(std::size_t few, double_facts const& p, int multiprocessors,
                                      int divides) {
    few_doubles_variant const& v = few_doubles_variants[few];
    auto const room = static_cast<int>(multiprocessors / blocks_of(v, p));
    int const parts =
        choose_parts(room, steps_of_part(v, p, 1), v.step_ns, divides,
                     [&](int tried) { return expected_ns(v, p, multiprocessors, tried); });
    return {double_variants.size() + few, parts};
}

/// The fastest kernel of `double_kernels`. Those for few tiles are considered only for single
/// products, if all their blocks run at once.
constexpr kernel_choice choose_double(double_facts const& p, int multiprocessors,
                                      int divides = -1) {
    kernel_choice best{0};
    long long shortest = std::numeric_limits<long long>::max();
    auto const consider = [&](kernel_choice const& one, long long time) {
        if (time < shortest) best = one, shortest = time;
    };
    for (std::size_t i = 0; i < double_variants.size(); ++i)
        consider({i}, expected_ns(double_variants[i],
                                  stream_of(double_variants[i], p, multiprocessors, divides)));
    for (std::size_t i = 0; i < few_doubles_variants.size(); ++i) {
        few_doubles_variant const& v = few_doubles_variants[i];
        if (p.products > 1 || blocks_of(v, p) > multiprocessors) continue;
        kernel_choice const one = choice_of_few(i, p, multiprocessors, divides);
        consider(one, expected_ns(v, p, multiprocessors, one.parts_of_k));
    }
    return best;
}

/// Chooses without looking at recent shapes, see kernel_choice.hpp.
/// @param fixed overrides the choice
constexpr kernel_choice newly_chosen(double_facts const& p, int multiprocessors,
                                     tuning const& fixed) {
    if (fixed.variant < 0) return choose_double(p, multiprocessors, fixed.divides);
    auto const place = static_cast<std::size_t>(fixed.variant);
    return place < double_variants.size()
               ? kernel_choice{place}
               : choice_of_few(place - double_variants.size(), p, multiprocessors, fixed.divides);
}

} // namespace gpu::inline v0::sm90
