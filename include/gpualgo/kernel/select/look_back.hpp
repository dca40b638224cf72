// SPDX-License-Identifier: Apache-2.0
/// @file
/// The number of selected elements in all tiles before a tile, while these tiles are still at work.
///
/// Decoupled look-back (Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled
/// Look-back", NVIDIA 2016). Each tile has a word. First it publishes its own total there, then the
/// sum of all totals up to its own. A tile adds the totals of its predecessors, the nearest first,
/// until it meets such a sum. A word holds number and state together, so that no order between
/// accesses is needed.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/select/arguments.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// @name The contents of a tile's word
/// @{
inline constexpr shared_word look_back_total_bit = 1; ///< there is the tile's own total
inline constexpr shared_word look_back_sum_bit = 2;   ///< there is the sum up to the tile
/// @return the word of a tile up to whose end `sum` elements are selected
[[nodiscard]] GPUALGO_FUNCTION constexpr shared_word look_back_sum(shared_word sum) {
    return sum << 2 | look_back_sum_bit;
}
/// @}

/// The words of a launch's tiles; all zero before the launch.
/// @tparam Words an array of words
template <class Words>
class look_back {
public:
    /// @param words one per tile
    GPUALGO_DEVICE explicit look_back(Words words) : words_(words) {}

    /// Publishes a tile's own total, which successors can add. Called by one thread.
    GPUALGO_DEVICE void publish_total(std::size_t tile, shared_word total) const {
        words_.publish(tile, total << 2 | (tile == 0 ? look_back_sum_bit : look_back_total_bit));
    }

    /// Called by all lanes of a warp after `publish_total`. Tiles before this one must be at work
    /// or done.
    /// @return the sum of the totals of all tiles before `tile`
    template <class Warp>
    GPUALGO_DEVICE shared_word sum_before(Warp const& warp, std::size_t tile,
                                          shared_word total) const {
        if (tile == 0) return 0;
        shared_word sum = 0;
        unsigned const lane = warp.thread_rank();
        auto const is_published = [](shared_word word) { return word != 0; };
        for (std::size_t end = tile;; end -= 32) { // lane 0 looks at the nearest tile
            bool const exists = lane < end;
            shared_word const word =
                exists ? words_.await(end - 1 - lane, is_published) : look_back_sum_bit;
            std::uint32_t const sums = warp.ballot((word & look_back_sum_bit) != 0);
            // the lanes up to the first sum
            std::uint32_t const added = sums ^ (sums - 1);
            shared_word part = (added >> lane & 1) != 0 ? word >> 2 : 0;
            for (unsigned distance = 16; distance > 0; distance /= 2)
                part += warp.shfl_xor(part, distance);
            sum += part;
            if (sums != 0) break;
        }
        if (lane == 0) words_.publish(tile, look_back_sum(sum + total));
        return sum;
    }

private:
    Words words_;
};

} // namespace gpu::inline v0::kernel
