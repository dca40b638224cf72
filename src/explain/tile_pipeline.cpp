// SPDX-License-Identifier: Apache-2.0
#include "tile_pipeline.hpp"

#include <gpualgo/kernel/scan/prefix_tree.hpp>

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

namespace gpu::inline v0::detail {
namespace {

using simulated::dry_content;
using simulated::launch_counts;
using selection = simulated::dry_run::selection;

/// Runs one block, which draws these numbers. Numbers that are not of tiles end it.
using draw_tiles =
    std::function<simulated::counted_launch(std::vector<std::uint32_t> const& numbers)>;

constexpr unsigned digit_bits = 5, digits = 1u << digit_bits;

/// Factors are modulo 2^64.
constexpr std::uint64_t minus_one = ~std::uint64_t{};

/// Numbers below `end` of which a digit has a value.
/// @param unit the value of a 1 at the digit's place
std::uint64_t numbers_with(std::uint64_t digit, std::uint64_t unit, std::uint64_t end) {
    std::uint64_t const rest = end % (digits * unit);
    std::uint64_t const in_rest = rest > digit * unit ? std::min(rest - digit * unit, unit) : 0;
    return end / (digits * unit) * unit + in_rest;
}

/// The sum over the tiles of a grid.
class tile_sum {
public:
    tile_sum(std::uint32_t tiles, draw_tiles const& draw)
        : tiles_(tiles), draw_(draw), idle_(draw({tiles})) {}

    simulated::counted_launch const& idle_block() const { return idle_; }

    launch_counts exact() const {
        launch_counts sum;
        for (std::uint32_t tile = 0; tile < tiles_; ++tile) sum += of(tile);
        return sum;
    }

    /// The counts that all inner tiles have in common, and what digits add to them. At addresses
    /// that are not aligned, tile 0 has another beginning, and the last whole tile another end; the
    /// tile after it may be partial.
    launch_counts extrapolated() const {
        std::uint64_t const inner = tiles_ - 2; // tile 0, and all that are like the middle ones
        launch_counts const first = of(0);
        launch_counts const common = of_inner_tile(inner, first);
        launch_counts sum = of(inner);
        sum += of(inner + 1);
        sum += first;
        sum += (inner - 1) * common;
        launch_counts of_largest_digits = common; // of the tile with these digits
        for (std::uint64_t unit = 1; unit < inner; unit *= digits) {
            launch_counts added;
            for (std::uint64_t digit = 1; digit < digits && digit * unit < inner; ++digit) {
                added = difference(of(digit * unit), common);
                sum += numbers_with(digit, unit, inner) * added;
            }
            of_largest_digits += added;
            std::uint64_t const groups =
                inner / (digits * unit); // with 31 in all places up to here
            if (unit == 1 || groups == 0) continue;
            auto const publishing = difference(of(digits * unit - 1), of_largest_digits);
            sum += groups * publishing;
            of_largest_digits += publishing;
        }
        return sum;
    }

    /// The counts of an inner tile without those that its digits add. No such tile has the digits
    /// of 0 only: tiles 1 and 32 together have one tile more than tile 33.
    launch_counts of_inner_tile(std::uint64_t inner, launch_counts const& first) const {
        if (inner <= digits + 1) return first; // then the scan is not extrapolated
        launch_counts both = of(1);
        both += of(digits);
        return difference(both, of(digits + 1));
    }

    /// The counts that a tile adds to a block.
    launch_counts of(std::uint64_t tile) const {
        return difference(draw_({static_cast<std::uint32_t>(tile), tiles_}).counts, idle_.counts);
    }
    static launch_counts difference(launch_counts of, launch_counts const& without) {
        of += minus_one * without;
        return of;
    }

private:
    std::uint32_t tiles_;
    draw_tiles const& draw_;
    simulated::counted_launch idle_; ///< a block without a tile
};

simulated::counted_launch count_drawn(std::uint32_t tiles, std::uint64_t exact_up_to,
                                      draw_tiles const& draw) {
    tile_sum const sum(tiles, draw);
    std::uint64_t const blocks = sum.idle_block().shape.grid.volume();
    bool const is_exact = tiles <= exact_up_to;
    // all blocks but one draw one number in vain; that one draws the last number
    auto launch = draw({0, tiles});
    auto const idle = sum.idle_block().counts;
    auto counts = is_exact ? sum.exact() : sum.extrapolated();
    counts += (blocks - 1) * idle;
    counts += draw({static_cast<std::uint32_t>(tiles + blocks - 1)}).counts;
    if (blocks < tiles) { // then a block has several tiles, in all of which the same warps work
        counts.divergent_warps = blocks * launch.counts.divergent_warps;
        counts.idle_warps = blocks * launch.counts.idle_warps;
    }
    counts.blocks = blocks;
    counts.warps = blocks * idle.warps;
    std::erase_if(counts.lines, [](auto const& line) { return line.second == warp_counts{}; });
    launch.counts = std::move(counts);
    launch.is_extrapolated = !is_exact;
    launch.blocks_run = is_exact ? blocks : 1;
    return launch;
}

/// A counter from which block 0 draws these numbers; the last one again and again.
dry_content numbers(std::vector<std::uint32_t> drawn) {
    return [drawn = std::move(drawn), next = std::size_t{0}](
               simulated::dry_reader const&, std::size_t, std::span<std::byte> read) mutable {
        std::uint64_t const number = drawn[std::min(next++, drawn.size() - 1)];
        std::memcpy(read.data(), &number, read.size());
    };
}

} // namespace

simulated::dry_content published_totals(std::uint32_t tiles, std::uint64_t of_tile) {
    return [=](simulated::dry_reader const&, std::size_t offset, std::span<std::byte> read) {
        std::size_t const word = offset / read.size();
        unsigned level = 0;
        // more words than totals: those of 16 bytes have two, and short scans have small tiles
        while (level < kernel::max_scan_levels && word >= kernel::scan_words(tiles, level + 1))
            ++level;
        std::uint64_t const total = of_tile << digit_bits * level;
        std::memcpy(read.data(), &total, std::min(sizeof total, read.size() / 2));
        read[read.size() / 2] = std::byte{1}; // the upper half is the number of the launch
    };
}

launches count_pipeline(std::uint32_t tiles, std::uint64_t exact_up_to, dry_content const& totals,
                        run_pipeline const& run) {
    auto const draw = [&](std::vector<std::uint32_t> const& drawn) {
        return std::move(run(selection::few, {numbers(drawn), totals}).at(0));
    };
    // blocks that take their share at once draw no tiles; there are few of them
    if (draw({tiles}).counts.total().global_loads.bytes_used > 0)
        return run(selection::each, {dry_content(), totals});
    launches counted;
    counted.push_back(count_drawn(tiles, exact_up_to, draw));
    return counted;
}

} // namespace gpu::inline v0::detail
