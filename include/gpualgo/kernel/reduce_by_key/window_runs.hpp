// SPDX-License-Identifier: Apache-2.0
/// @file
/// The runs that begin in a window of keys.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/reduce_by_key/run_windows.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// The bits of a window's keys: each warp has all of them, a lane has `width` words.
/// @tparam Warp a tile of 32 threads
/// @tparam Heads an array of the context
template <class Warp, class Heads>
class window_runs {
    static constexpr unsigned width = words_of_window / 32;

public:
    /// Called by all threads of the block.
    GPUALGO_DEVICE window_runs(Warp const& warp, Heads heads, std::size_t window) : warp_(warp) {
        auto const words = heads.from(window * words_of_window + warp.thread_rank() * width);
        auto const loaded = words.template aligned_vector<width>(0);
        unsigned sum = 0;
        for (unsigned k = 0; k < width; ++k) sum += count_bits(words_[k] = loaded[k]);
        before_ = sum;
        for (unsigned distance = 1; distance < 32; distance *= 2) {
            unsigned const other = warp.shfl_up(before_, distance);
            if (warp.thread_rank() >= distance) before_ += other;
        }
        count_ = warp.shfl(before_, 31);
        before_ -= sum;
        lanes_ = warp.ballot(sum > 0);
    }

    /// @return how many runs begin in the window
    [[nodiscard]] GPUALGO_DEVICE unsigned count() const { return count_; }

    /// Called by all lanes.
    /// @return the place of the last one, if there is one
    [[nodiscard]] GPUALGO_DEVICE unsigned last() const {
        unsigned place = 0;
        for (unsigned k = 0; k < width; ++k)
            if (words_[k] != 0)
                place = (warp_.thread_rank() * width + k) * 32 + highest_bit(words_[k]);
        return count_ == 0 ? 0 : warp_.shfl(place, highest_bit(lanes_));
    }

    /// Writes the places of all, by all warps of the block.
    /// @param rank the thread's, in a block of `threads`
    template <unsigned Threads, class Places>
    GPUALGO_DEVICE void write_places(unsigned rank, Places places) const {
        constexpr unsigned bits = run_window / Threads; // of a thread
        constexpr unsigned parts = 32 * width / bits;   // threads that share a lane's words
        static_assert(bits == 16 || bits == 32);
        unsigned const owner = rank / parts, part = rank % parts;
        unsigned place = warp_.shfl(before_, owner);
        std::uint32_t mine = 0;
        for (unsigned k = 0; k < width; ++k) {
            std::uint32_t const word = warp_.shfl(words_[k], owner);
            if (k < part * bits / 32) place += count_bits(word);
            if (k == part * bits / 32) mine = word;
        }
        if constexpr (bits == 16) {
            if (part % 2 == 1) place += count_bits(mine & 0xffff), mine >>= 16;
            mine &= 0xffff;
        }
        for (; mine != 0; mine &= mine - 1)
            places.put(place++, static_cast<std::uint16_t>(rank * bits + lowest_bit(mine)));
    }

private:
    Warp const& warp_;
    std::uint32_t words_[width];
    unsigned before_; ///< runs that begin before the lane's words
    unsigned count_;
    std::uint32_t lanes_; ///< those with a run
};

} // namespace gpu::inline v0::kernel
