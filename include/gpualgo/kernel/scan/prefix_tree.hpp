// SPDX-License-Identifier: Apache-2.0
/// @file
/// The tree of totals through which tiles learn what precedes them. Its radix is 32. A tile
/// publishes its total. The last one of 32 neighbouring tiles also publishes the total of these 32,
/// the last one of 1024 that of these, and so on. The aligned blocks that precede a tile are named
/// by the binary digits of its number. Each level contributes 5 of them, from at most 31 words,
/// which a warp reads at once.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/scan/total_word.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

inline constexpr unsigned max_scan_levels = 6; ///< 32^6 tiles

/// @return levels of the tree: digits, to the base of 32, of the last tile's number
[[nodiscard]] GPUALGO_FUNCTION constexpr unsigned scan_levels(unsigned tiles) {
    unsigned levels = 0;
    while (levels < max_scan_levels && (tiles - 1) >> (5 * levels) != 0) ++levels;
    return levels;
}

/// @return totals in the first `levels` levels
[[nodiscard]] GPUALGO_FUNCTION constexpr std::size_t scan_words(unsigned tiles, unsigned levels) {
    std::size_t words = 0;
    for (unsigned q = 0; q < levels; ++q) words += ((tiles - 1) >> (5 * q)) + 1;
    return words;
}

/// Folds the values of aligned neighbours among a warp's lanes.
/// @param value of this lane, set to the total of the 2^logs lanes that contain it
/// @param digits names aligned blocks of lanes by its bits, as an element's number does
/// @return on lane b < logs: the total of the block that bit b names, if it is set
template <class Warp, class T, class Op>
GPUALGO_DEVICE T fold_lanes_noting(Warp const& warp, T& value, unsigned logs, unsigned digits,
                                   Op op) {
    unsigned const lane = warp.thread_rank();
    T mine{};
    for (unsigned b = 0; b < logs; ++b) {
        T const node = warp.shfl(value, ((digits >> b) & ~1u) << b & 31);
        if (lane == b) mine = node;
        T const other = warp.shfl_xor(value, 1u << b);
        value = (lane >> b & 1) != 0 ? op(other, value) : op(value, other);
    }
    return mine;
}

/// A warp's view of the tree.
template <class T, class Context, class Warp, class Op>
class prefix_tree {
public:
    /// @param words memory for the totals of all levels
    /// @param stamp of this launch
    GPUALGO_DEVICE prefix_tree(Context const& context, Warp const& warp, void* words,
                               unsigned tiles, std::uint32_t stamp, Op op)
        : context_(context), warp_(warp), words_(words), tiles_(tiles), stamp_(stamp), op_(op) {}

    /// Publishes the total of a tile. One lane calls.
    GPUALGO_DEVICE void publish(unsigned tile, T total) const {
        words_.publish(context_, tile, total, stamp_);
    }

    /// Publishes the totals of all groups of 32 that end with a tile. Waits for the other tiles of
    /// these groups, all of which have smaller numbers.
    GPUALGO_DEVICE void publish_groups(unsigned tile, unsigned levels) const {
        for (unsigned q = 0; q + 1 < levels && (tile >> (5 * q) & 31) == 31; ++q) {
            unsigned const group = tile >> (5 * (q + 1));
            T total = wait(q, group, 32);
            (void)fold_lanes_noting(warp_, total, 5, 0, op_);
            if (warp_.thread_rank() == 0)
                words_.publish(context_, begin(q + 1) + group, total, stamp_);
        }
    }

    /// Waits for a level's totals that precede a tile.
    /// @return on lane b < 5: the total that bit 5 level + b of the tile's number names, if set
    GPUALGO_DEVICE T nodes(unsigned tile, unsigned level) const {
        unsigned const digit = tile >> (5 * level) & 31;
        T total = wait(level, tile >> (5 * (level + 1)), digit);
        return fold_lanes_noting(warp_, total, 5, digit, op_);
    }

private:
    /// @return where a level's totals begin
    GPUALGO_DEVICE std::size_t begin(unsigned level) const { return scan_words(tiles_, level); }

    /// @return on each of the first `count` lanes: a total of a group of 32
    GPUALGO_DEVICE T wait(unsigned level, unsigned group, unsigned count) const {
        std::size_t const at = begin(level) + std::size_t{group} * 32 + warp_.thread_rank();
        T total{};
        bool waits = warp_.thread_rank() < count;
        for (;;) {
            if (waits) waits = !words_.look(context_, at, total, stamp_);
            if (!warp_.any(waits)) return total;
            context_.pause();
        }
    }

    Context const& context_;
    Warp const& warp_;
    total_words<T> words_;
    unsigned tiles_;
    std::uint32_t stamp_;
    Op op_;
};

} // namespace gpu::inline v0::kernel
