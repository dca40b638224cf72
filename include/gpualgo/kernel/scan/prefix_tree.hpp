// SPDX-License-Identifier: Apache-2.0
/// @file
/// The tree of totals through which tiles learn what precedes them. Its radix is 32. A tile
/// publishes its total. The last one of 32 neighbouring tiles also publishes the total of these 32,
/// the last one of 1024 that of these, and so on. The aligned groups that precede a tile are named
/// by the binary digits of its number. Each level contributes 5 of them, from at most 31 words,
/// which a warp reads at once.
#pragma once

#include <gpualgo/kernel/bits.hpp>
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
/// @param digits names aligned groups of lanes by its bits, as an element's number does
/// @return on lane b < logs: the total of the group that bit b names, if it is set
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

    /// Publishes the total of a tile. All lanes call. The last one writes the word: if the tile
    /// ends a group, `publish_groups` has the same lane read it.
    GPUALGO_DEVICE void publish(unsigned tile, T total) const {
        if (warp_.thread_rank() == 31) words_.publish(context_, tile, total, stamp_);
    }

    /// Publishes the totals of all groups of 32 that end with a tile. Waits for the other tiles of
    /// these groups, all of which have smaller numbers.
    GPUALGO_DEVICE void publish_groups(unsigned tile, unsigned levels) const {
        for (unsigned q = 0; q + 1 < levels && (tile >> (5 * q) & 31) == 31; ++q) {
            unsigned const group = tile >> (5 * (q + 1));
            T total = wait(q, group);
            (void)fold_lanes_noting(warp_, total, 5, 0, op_);
            if (warp_.thread_rank() == 31)
                words_.publish(context_, begin(q + 1) + group, total, stamp_);
        }
    }

    /// Waits for the totals that precede a tile.
    /// @param use called as use(k, node), by the lane that has it: the k-th nearest of the groups
    /// that the tile's binary digits name has this total
    template <class Use>
    GPUALGO_DEVICE void for_each_node(unsigned tile, unsigned levels, Use use) const {
        // few tiles are scanned in so little time that the folds of further levels would count
        if (levels == 0) return;
        if (levels == 1) return for_each_node_of<1>(tile, 0, levels, use);
        if (levels == 2) return for_each_node_of<2>(tile, 0, levels, use);
        for (unsigned first = 0; first < levels; first += at_once)
            for_each_node_of<at_once>(tile, first, levels, use);
    }

    /// Waits for the totals that precede a tile, and folds them in any order.
    /// @param tile not the first
    /// @return on lane 0: the fold
    GPUALGO_DEVICE T fold_before(unsigned tile, unsigned levels) const {
        unsigned const lane = warp_.thread_rank();
        T front{};
        bool has_front = false;
        for (unsigned first = 0; first < levels; first += at_once) {
            T totals[at_once];
            wait_before(tile, first, levels, totals);
            for (unsigned d = 16; d > 0; d /= 2)
                for (unsigned k = 0; k < at_once; ++k) {
                    T const other = warp_.shfl_down(totals[k], d);
                    if (lane + d < digit_of(tile, first + k)) totals[k] = op_(other, totals[k]);
                }
            for (unsigned k = 0; k < at_once; ++k)
                if (digit_of(tile, first + k) != 0) {
                    front = has_front ? op_(totals[k], front) : totals[k];
                    has_front = true;
                }
        }
        return front;
    }

    /// Waits for the totals that precede a tile, and adds them.
    /// @return the sum
    GPUALGO_DEVICE T sum_before(unsigned tile, unsigned levels) const {
        T sum{};
        for (unsigned first = 0; first < levels; first += at_once) {
            T totals[at_once]; // 0 if there is none
            wait_before(tile, first, levels, totals);
            for (T const& total : totals) sum = op_(sum, total);
        }
        for (unsigned d = 16; d > 0; d /= 2) sum = op_(sum, warp_.shfl_xor(sum, d));
        return sum;
    }

private:
    static constexpr unsigned at_once = 4; ///< levels whose totals are read at the same time

    /// As `for_each_node`, for the groups that N levels name.
    template <unsigned N, class Use>
    GPUALGO_DEVICE void for_each_node_of(unsigned tile, unsigned first, unsigned levels,
                                         Use use) const {
        unsigned const lane = warp_.thread_rank();
        T totals[N];
        wait_before(tile, first, levels, totals);
        for (unsigned k = 0; k < N; ++k) {
            unsigned const digit = digit_of(tile, first + k);
            T const node = fold_lanes_noting(warp_, totals[k], 5, digit, op_);
            if ((digit >> lane & 1) != 0) // so the level has a bit of the number
                use(count_bits(tile & ((1u << (5 * (first + k) + lane)) - 1)), node);
        }
    }

    /// @return a digit of a tile's number to the base of 32
    GPUALGO_DEVICE static unsigned digit_of(unsigned tile, unsigned level) {
        return level < max_scan_levels ? tile >> (5 * level) & 31 : 0;
    }
    /// @return where a level's totals begin
    GPUALGO_DEVICE std::size_t begin(unsigned level) const { return scan_words(tiles_, level); }

    /// @return on each lane: a total of a group of 32
    GPUALGO_DEVICE T wait(unsigned level, unsigned group) const {
        std::size_t const at = begin(level) + std::size_t{group} * 32 + warp_.thread_rank();
        T total{};
        bool waits = true;
        for (;;) {
            if (waits) waits = !words_.look(context_, at, total, stamp_);
            if (!warp_.any(waits)) return total;
            context_.pause();
        }
    }

    /// Waits for the totals of some levels that precede a tile: as many as its digits say.
    template <unsigned N>
    GPUALGO_DEVICE void wait_before(unsigned tile, unsigned first, unsigned levels,
                                    T (&totals)[N]) const {
        std::size_t at[N];
        bool waits[N];
        std::size_t begin = this->begin(first);
        for (unsigned k = 0; k < N; ++k) {
            unsigned const level = first + k, lane = warp_.thread_rank();
            waits[k] = lane < digit_of(tile, level);
            totals[k] = T{};
            at[k] = 0;
            if (level >= levels) continue;
            at[k] = begin + ((tile >> (5 * level)) & ~31u) + lane;
            begin += ((tiles_ - 1) >> (5 * level)) + 1;
        }
        for (;;) {
            typename total_words<T>::seen seen[N]{};
            for (unsigned k = 0; k < N; ++k) // none waits for the one before
                if (waits[k]) seen[k] = words_.read(context_, at[k]);
            bool any = false;
            for (unsigned k = 0; k < N; ++k) {
                if (!waits[k]) continue;
                waits[k] = !seen[k].has(stamp_);
                if (!waits[k]) totals[k] = seen[k].total();
                any = any || waits[k];
            }
            if (!warp_.any(any)) return;
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
