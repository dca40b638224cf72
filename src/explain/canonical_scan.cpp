// SPDX-License-Identifier: Apache-2.0
#include "canonical_scan.hpp"

#include <algorithm>
#include <utility>

namespace gpu::inline v0::detail {
namespace {

using simulated::launch_counts;

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

} // namespace

simulated::counted_launch count_canonical_scan(std::uint32_t tiles, std::uint64_t exact_up_to,
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

} // namespace gpu::inline v0::detail
