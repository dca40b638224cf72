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
    major order_of_a = major::k;

    friend bool operator==(double_facts const&, double_facts const&) = default;
    [[nodiscard]] constexpr std::size_t hash() const { return hash_of(m, n, k, products); }
    [[nodiscard]] constexpr int steps_of_k() const { return pieces(k, 16); }

    /// See tile_stream. On an H200, half tiles took 0.67 of the time of others, and 0.77 if A is
    /// column-major.
    [[nodiscard]] constexpr int units_of_step() const { return order_of_a == major::k ? 3 : 4; }
};

/// The order of the tiles of a product.
constexpr halves_last order_of(double_variant const& v, double_facts const& p, int band) {
    return halves_last::of(p.m, p.n, v.rows, 128, band, p.products);
}

/// The height of bands, which have no half tiles.
constexpr int band_of(double_variant const& v, double_facts const& p, int multiprocessors) {
    return balanced_band(std::max(order_of(v, p, 1).full.rows, 1), v.rows, 128, multiprocessors);
}

/// The number of blocks that a variant for few tiles needs for one product, for each part of k.
constexpr long long blocks_of(few_doubles_variant const& v, double_facts const& p) {
    return static_cast<long long>(pieces(p.m, v.rows)) * pieces(p.n, v.columns) * v.parts;
}

/// Steps of k of a block of a variant for few tiles, if k is divided into `parts`.
constexpr int steps_of_part(few_doubles_variant const& v, double_facts const& p, int parts) {
    return pieces(part_of_k(p.k, 16, v.parts, 0).count, parts);
}

/// The time in which a block loads a line of 128 bytes, in picoseconds. Lines that other blocks
/// load, too, take less.
inline constexpr int ps_per_own_line = 4000, ps_per_common_line_of_part = 2500;

/// See memory_ns.
inline constexpr int ps_per_load_of_double = 10;

/// The least time in which blocks load A and B from memory, and store C there.
/// @param rows, columns of a tile
constexpr long long memory_ns(int rows, int columns, double_facts const& p) {
    long long const m = static_cast<long long>(p.m) * p.products;
    long long const n = static_cast<long long>(p.n) * p.products;
    long long const lines_of_c = m * pieces(p.n, 16);
    return memory_ns(m + n, m * pieces(p.n, columns) + n * pieces(p.m, rows), p.steps_of_k(),
                     ps_per_load_of_double) +
           lines_of_c / 50;
}

/// The least time in which a block loads 16 of k of a tile, unless others load the same lines at
/// the same time.
constexpr int loading_ns(int rows, int columns, double_facts const& p) {
    int const of_a = p.n > columns ? ps_per_common_line_of_part : ps_per_own_line;
    int const of_b = p.m > rows ? ps_per_common_line_of_part : ps_per_own_line;
    return (std::min(p.m, rows) * of_a + std::min(p.n, columns) * of_b) / 1000;
}

/// A variant with the time of steps if all tiles are half tiles, of which tile_stream counts two
/// thirds or three quarters. Measured with a row-major A, they took 15/16 of that. Half tiles
/// multiply half as much, but load as many lines of A, or of B.
constexpr double_variant with_halves(double_variant v, double_facts const& p) {
    halves_last const order = order_of(v, p, 1);
    bool const all_are_halves = order.halves() == order.count();
    if (!all_are_halves) return v;
    int const units = p.units_of_step();
    int const measured = units == 3 ? v.step_ns * 15 / 16 : v.step_ns;
    v.step_ns = std::max(measured, loading_ns(v.rows, 128, p) * units / (units - 1));
    return v;
}

/// The distribution of the tiles of a product.
constexpr tile_stream stream_of(double_variant const& v, double_facts const& p, int multiprocessors,
                                int divides) {
    halves_last const order = order_of(v, p, 1); // bands do not matter
    dividing_kernel const kernel{
        .step_ns = with_halves(v, p).step_ns, .part_ns = v.part_ns(), .units = p.units_of_step()};
    return choose_stream(order.count(), p.steps_of_k(), kernel, multiprocessors, divides,
                         order.halves());
}

/// The expected time of a variant for many tiles.
constexpr long long expected_ns(double_variant const& v, double_facts const& p, int multiprocessors,
                                int divides) {
    tile_stream const stream = stream_of(v, p, multiprocessors, divides);
    return v.begin_ns +
           std::max(expected_ns(with_halves(v, p), stream), v.tile_ns + memory_ns(v.rows, 128, p));
}

/// The time of the tiles of a multiprocessor. If two blocks run there, one multiplies while the
/// other begins or ends. Two may share a multiprocessor even if others are idle. Each later block
/// was measured to take a quarter of `tile_ns` longer than its products.
constexpr long long tiles_ns(few_doubles_variant const& v, int blocks, int steps,
                             int multiprocessors) {
    int const tiles = pieces(blocks, multiprocessors);
    if (v.residents == 1) return expected_ns(v, tiles, steps);
    int const later = std::max(tiles - v.residents, 0);
    return expected_ns(v, 1, static_cast<long long>(std::max(tiles, v.residents)) * steps) +
           later * (v.tile_ns / 4);
}

/// Whether most multiprocessors have one block each, which all load lines of their own from memory.
constexpr bool load_alone(few_doubles_variant const& v, double_facts const& p, long long blocks,
                          int multiprocessors) {
    bool const are_own = p.m <= v.rows || p.n <= v.columns;
    return are_own && blocks <= multiprocessors && 2 * blocks > multiprocessors;
}

/// The expected time of a variant for few tiles if k is divided into `parts`.
constexpr long long expected_ns(few_doubles_variant v, double_facts const& p, int multiprocessors,
                                int parts) {
    long long const m = p.m, n = p.n;
    auto const blocks = static_cast<int>(blocks_of(v, p) * p.products * parts);
    int const loading = loading_ns(v.rows, v.columns, p);
    if (parts > 1) v.step_ns = std::max(v.step_ns, loading);
    else if (load_alone(v, p, blocks, multiprocessors))
        v.step_ns = std::max(v.step_ns, loading * 3 / 4); // fitted to 16x4096x4096
    int const steps = steps_of_part(v, p, parts);
    long long const time = std::max(tiles_ns(v, blocks, steps, multiprocessors),
                                    v.tile_ns + memory_ns(v.rows, v.columns, p));
    if (parts == 1) return time;
    // sums of double take two words
    return time + between_kernels_ns(blocks, steps, multiprocessors) +
           adding_sums_ns(parts, 2 * m * n);
}

/// A kernel for few tiles.
/// @param few index of the variant
constexpr kernel_choice choice_of_few(std::size_t few, double_facts const& p, int multiprocessors,
                                      int divides) {
    few_doubles_variant const& v = few_doubles_variants[few];
    auto const room = static_cast<int>(multiprocessors / blocks_of(v, p));
    int const parts =
        choose_parts(p.products > 1 ? 1 : room, steps_of_part(v, p, 1), v.step_ns, divides,
                     [&](int tried) { return expected_ns(v, p, multiprocessors, tried); });
    return {double_variants.size() + few, parts};
}

/// Whether a variant for few tiles is considered. A grid has at most 65535 products. With many
/// tiles their order counts, and these kernels have no bands.
constexpr bool may_take(few_doubles_variant const& v, double_facts const& p, int multiprocessors) {
    constexpr int most_blocks_per_multiprocessor = 16;
    return p.products <= most_products_of_few_tiles &&
           blocks_of(v, p) <= multiprocessors * most_blocks_per_multiprocessor;
}

/// The fastest kernel of `double_kernels`.
constexpr kernel_choice choose_double(double_facts const& p, int multiprocessors,
                                      int divides = -1) {
    kernel_choice best{0};
    long long shortest = std::numeric_limits<long long>::max();
    auto const consider = [&](kernel_choice const& one, long long time) {
        if (time < shortest) best = one, shortest = time;
    };
    for (std::size_t i = 0; i < double_variants.size(); ++i)
        consider({i}, expected_ns(double_variants[i], p, multiprocessors, divides));
    for (std::size_t i = 0; i < few_doubles_variants.size(); ++i) {
        few_doubles_variant const& v = few_doubles_variants[i];
        if (!may_take(v, p, multiprocessors)) continue;
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
