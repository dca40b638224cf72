// SPDX-License-Identifier: Apache-2.0
/// @file
/// Chooses the fastest kernel for a shape, from the measured times of tiles. The choice is
/// deterministic for a shape, layout, alignment and GPU, because the bits of the result depend on
/// it.
#pragma once

#include "choose_parts.hpp"
#include "half_boxes.hpp"
#include "kernel_set.hpp"
#include "loading.hpp"
#include "recent.hpp"
#include "tile_order.hpp"
#include "tile_stream.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace gpu::inline v0::sm90 {

/// The expected time of a product on an otherwise idle GPU.
/// @param rounds tiles per multiprocessor
/// @param steps_of_k per tile
template <class Variant>
constexpr long long expected_ns(Variant const& v, int rounds, long long steps_of_k) {
    return static_cast<long long>(rounds) * (v.tile_ns + steps_of_k * v.step_ns);
}

/// The time that the division of tiles takes. Blocks add groups, then groups of groups. Each time,
/// a part is stored and then loaded by another block, which takes twice `part_ns`. Each part of the
/// group takes half of `part_ns`.
constexpr long long dividing_ns(tile_stream const& stream, long long part_ns) {
    long long times = 0; // half of `part_ns`
    for (int blocks = stream.most_blocks_of_tile(); blocks > 1;
         blocks = pieces(blocks, blocks_of_group))
        times += 4 + std::min(blocks, blocks_of_group) - 1;
    return times * part_ns / 2;
}

/// Parts of tiles have at least this many steps of k on average.
inline constexpr int least_steps = 2;

/// Properties of a kernel that divides tiles, on an H200.
struct dividing_kernel {
    int step_ns; ///< time of a step of k
    int part_ns; ///< see dividing_ns
    /// The tiles of the last round are divided, too, if they have at most so many steps of k.
    int most_steps_of_round = std::numeric_limits<int>::max();
    int units = 3; ///< see tile_stream
};

/// The fastest distribution of a persistent kernel's tiles.
/// @param divides see tuning
/// @param halves see tile_stream
constexpr tile_stream choose_stream(int tiles, int steps_of_k, dividing_kernel const& kernel,
                                    int multiprocessors, int divides = -1, int halves = 0) {
    long long const steps = static_cast<long long>(tiles) * steps_of_k;
    auto const most_blocks = static_cast<int>(
        std::min<long long>(multiprocessors, std::max<long long>(tiles, steps / least_steps)));
    auto const time = [&](tile_stream const& stream) {
        return stream.most_units() * kernel.step_ns / kernel.units +
               dividing_ns(stream, kernel.part_ns);
    };
    bool const with_round = steps_of_k <= kernel.most_steps_of_round;
    auto divided =
        tile_stream::of_parts(tiles, steps_of_k, most_blocks, halves, with_round, kernel.units);
    if (most_blocks >= 2 * tiles) { // or the same number for each tile, if that divides its steps
        auto const even = tile_stream::of_parts(tiles, steps_of_k, most_blocks / tiles * tiles,
                                                halves, true, kernel.units);
        if (time(even) < time(divided)) divided = even;
    }
    auto const whole = tile_stream::of_whole_tiles(
        tiles, steps_of_k, std::min(tiles, multiprocessors), halves, kernel.units);
    bool const is_divided = divides < 0 ? time(divided) < time(whole) : divides == 1;
    return is_divided ? divided : whole;
}

/// The expected time of a persistent kernel.
template <class Variant>
constexpr long long expected_ns(Variant const& v, tile_stream const& stream) {
    long long const most_tiles =
        stream.rounds + pieces(stream.share, stream.units * stream.steps_of_k);
    return most_tiles * v.tile_ns + stream.most_units() * v.step_ns / stream.units +
           dividing_ns(stream, v.part_ns());
}

/// The number of blocks that a variant of `variants` needs; a persistent one launches only as many
/// as fit.
constexpr long long blocks_of(variant const& v, int m, int n) {
    long long const down = pieces(pieces(m, v.rows), v.cluster.rows);
    int const across = pieces(pieces(n, v.columns), v.cluster.columns);
    return down * across * v.blocks_of_cluster();
}

/// Blocks of a variant that run at the same time, one per multiprocessor. Those of a cluster need
/// multiprocessors of one GPC: the H100 measured had room for 30 clusters of four, but not for 32.
constexpr int blocks_at_once(variant const& v, int multiprocessors) {
    int const blocks = v.blocks_of_cluster();
    int const room = blocks <= 2 ? multiprocessors : multiprocessors * 10 / 11;
    return std::max(room / blocks, 1) * blocks;
}

/// The height of the bands of a persistent kernel, in clusters.
constexpr int band_of(variant const& v, int m, int multiprocessors) {
    auto const [rows, columns] = v.cluster;
    int const clusters = blocks_at_once(v, multiprocessors) / v.blocks_of_cluster();
    return balanced_band(pieces(pieces(m, v.rows), rows), v.rows * rows, v.columns * columns,
                         clusters);
}

/// The time of a persistent kernel before its first products, and after its last ones.
inline constexpr long long persistent_ns = 2400;

/// The time in which a persistent kernel stores the boxes of 16-bit elements that wait, see
/// waiting_boxes. It counts for the last tile.
constexpr long long storing_ns(variant const& v) {
    constexpr int ns_per_word = 12;
    if (!v.is_persistent_product()) return 0;
    half_boxes const boxes = boxes_of(v, 2);
    return boxes.waiting() * boxes.words() * ns_per_word;
}

/// The time by which a tile of 32-bit elements takes longer than one of 16-bit elements. Fitted to
/// times of 19 shapes of int8 and TF32 on an H200.
constexpr long long widening_ns(variant const& v) {
    int const ns_per_sum = v.is_persistent ? 10 : 14;
    int const sums = v.rows * v.columns / (v.multipliers() * 128); // of a thread
    return sums * ns_per_sum;
}

/// Properties of a product on which the choice of a variant depends.
struct shared_facts {
    int m, n, k;
    int depth; ///< elements of k in 128 bytes
    int products = 1;
    bool may_transpose = false;                ///< whether there are kernels that transpose
    line_begin begin = line_begin::cache_line; ///< the worst of A and B
    bool is_c_small = true;                    ///< whether elements of C have 16 bits

    friend bool operator==(shared_facts const&, shared_facts const&) = default;
    [[nodiscard]] constexpr std::size_t hash() const { return hash_of(m, n, k, products); }
};

/// The least time in which a block loads 128 bytes along k of a tile. If blocks share A's tile
/// alone, some have no port of their own. If those of a cluster split k, they load different lines,
/// which takes 5 percent longer.
constexpr int loading_ns(variant const& v, int blocks, int multiprocessors, line_begin begin) {
    bool const shares_a = v.cluster.columns > 1, shares_b = v.cluster.rows > 1;
    own_ports ports = ports_of(blocks, multiprocessors);
    if (shares_a && !shares_b) ports = std::max(ports, own_ports::some);
    int const percent = v.parts > 1 ? 105 : 100;
    return (v.loaded_rows() + v.loaded_columns()) * ps_per_line(begin, ports) / 1000 * percent /
           100;
}

/// Rounds of blocks that are not persistent. With more, the order of tiles counts: these kernels
/// have no bands.
inline constexpr int most_rounds = 4;

/// Steps of k of a block, if k is divided into `parts`.
constexpr int steps_of_part(variant const& v, shared_facts const& p, int parts) {
    return pieces(part_of_k(p.k, p.depth, v.parts, 0).count, parts);
}

/// The least time in which a variant's blocks load A and B from memory.
constexpr long long memory_ns(variant const& v, shared_facts const& p, bool is_divided) {
    long long const m = static_cast<long long>(p.m) * p.products;
    long long const n = static_cast<long long>(p.n) * p.products;
    long long const loads = m * pieces(pieces(p.n, v.columns), v.cluster.columns) +
                            n * pieces(pieces(p.m, v.rows), v.cluster.rows);
    return memory_ns(m + n, loads, pieces(p.k, p.depth),
                     is_divided ? ps_per_load_of_part : ps_per_load);
}

/// The least time in which a block loads a line, in picoseconds, if k is divided and other blocks
/// load it, too.
inline constexpr int ps_per_common_line = 820;

/// The least time in which a block loads 128 bytes along k of a tile, if k is divided, or blocks
/// compute many products.
constexpr int loading_part_ns(variant const& v, shared_facts const& p) {
    bool const is_a_common = p.n > v.columns * v.cluster.columns;
    bool const is_b_common = p.m > v.rows * v.cluster.rows;
    int const of_a = is_a_common ? ps_per_common_line : ps_per_line_of_memory;
    int const of_b = is_b_common ? ps_per_common_line : ps_per_line_of_memory;
    return (v.loaded_rows() * of_a + v.loaded_columns() * of_b) / 1000;
}

/// The expected time of a variant whose blocks are those of `blocks_of`, for each part of k.
constexpr long long expected_ns(variant const& v, shared_facts const& p, int blocks,
                                int multiprocessors, int parts) {
    int const all_blocks = blocks * parts;
    bool const is_divided = parts > 1, is_batch = p.products > 1 && !v.is_persistent;
    variant loaded = v;
    loaded.step_ns = std::max({v.step_ns, loading_ns(v, all_blocks, multiprocessors, p.begin),
                               is_divided || is_batch ? loading_part_ns(v, p) : 0});
    int const rounds = pieces(all_blocks, blocks_at_once(v, multiprocessors));
    long long const time = std::max(expected_ns(loaded, rounds, steps_of_part(v, p, parts)),
                                    v.tile_ns + memory_ns(v, p, is_divided));
    if (!is_divided) return time;
    return time + between_kernels_ns(all_blocks, steps_of_part(v, p, parts), multiprocessors) +
           adding_sums_ns(parts, static_cast<long long>(p.m) * p.n);
}

/// The number of parts of k.
/// @param blocks of the variant, see blocks_of
constexpr int parts_of_k(variant const& v, shared_facts const& p, int blocks, int multiprocessors,
                         int divides = -1) {
    if (v.is_persistent || v.transposes || p.products > 1) return 1;
    return choose_parts(
        blocks_at_once(v, multiprocessors) / blocks, steps_of_part(v, p, 1), v.step_ns, divides,
        [&](int parts) { return expected_ns(v, p, blocks, multiprocessors, parts); });
}

/// The expected time of a variant for a product.
/// @return -1 if the variant is not considered. Those that are not persistent are for few rounds.
constexpr long long expected_ns(variant const& v, shared_facts const& p, int multiprocessors) {
    // only variants that are not considered have more
    auto const blocks = static_cast<int>(
        std::min<long long>(blocks_of(v, p.m, p.n) * p.products, std::numeric_limits<int>::max()));
    int const rounds = pieces(blocks, blocks_at_once(v, multiprocessors));
    bool const is_for_batches = p.products > 1, are_many = rounds > most_rounds;
    if (!v.is_persistent && are_many) return -1;
    if (is_for_batches && !v.takes_batches()) return -1;
    // batches of half took up to 4 percent longer than if blocks shared B's tiles
    if (is_for_batches && v.columns == 256 && v.cluster.blocks() == 1) return -1;
    bool const is_narrow = are_many && p.n <= v.columns;
    if (v.alternates && !is_for_batches && !is_narrow) return -1;
    if (v.blocks_of_cluster() > multiprocessors) return -1; // it could never run
    bool const is_too_wide = v.columns - p.n >= 64; // another one has fewer columns outside C
    if ((is_for_batches || are_many) && is_too_wide) return -1;
    int const parts = parts_of_k(v, p, blocks, multiprocessors);
    bool const is_widened = !p.is_c_small && parts == 1; // parts have sums of 32 bits anyway
    long long const time = expected_ns(v, p, blocks, multiprocessors, parts) +
                           (is_widened ? rounds * widening_ns(v) : 0);
    if (v.is_persistent) return time + persistent_ns + (p.is_c_small ? storing_ns(v) : 0);
    // blocks of a round do not end at the same time, least of all those of batches, with few steps
    int const percent = (rounds - 1) * (is_for_batches ? 5 : 2);
    int const least = is_widened && rounds > 1 ? 6 : 0; // also fitted, see widening_ns
    return time + time * std::max(percent, least) / 100;
}

/// The index of the fastest of `variants`.
constexpr std::size_t choose_variant(shared_facts const& p, int multiprocessors) {
    std::size_t best = 0;
    long long shortest = -1;
    std::size_t const considered = variants.size() - (p.may_transpose ? 0 : transposing_variants);
    for (std::size_t i = 0; i < considered; ++i) {
        long long const time = expected_ns(variants[i], p, multiprocessors);
        if (time < 0 || (shortest >= 0 && time >= shortest)) continue;
        best = i;
        shortest = time;
    }
    return best;
}

} // namespace gpu::inline v0::sm90
