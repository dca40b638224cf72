// SPDX-License-Identifier: Apache-2.0
/// @file
/// The runs that begin before a tile, while earlier tiles are still at work: their number, and the
/// position of the last one.
///
/// A decoupled look-back (Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled
/// Look-back", NVIDIA 2016). Each tile has a word, for its own totals and then for those up to its
/// end. Words also hold the number of the launch that has written them, so nothing is cleared.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/reduce_by_key/run_windows.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// Runs of a tile, or of all tiles up to one.
struct run_totals {
    std::uint64_t count; ///< how many begin there
    std::uint64_t last;  ///< the position after the first key of the last one; 0 if there is none
};

/// The word of a tile, written and read in one access: 47 bits of the number, 48 of the position.
struct alignas(16) run_word {
    std::uint64_t low;  ///< whether earlier tiles are included, the number, high bits of `last`
    std::uint64_t high; ///< the number of the launch, and low bits of `last`
};

/// @return the word of some totals
[[nodiscard]] GPUALGO_FUNCTION constexpr run_word make_run_word(run_totals runs, bool is_sum,
                                                                std::uint32_t stamp) {
    return {(is_sum ? 1u : 0u) | runs.count << 1 | runs.last >> 32 << 48, runs.last << 32 | stamp};
}

/// @return the totals in a word
[[nodiscard]] GPUALGO_FUNCTION constexpr run_totals totals_in(run_word word) {
    return {word.low << 16 >> 17, word.low >> 48 << 32 | word.high >> 32};
}

/// The words of a launch's tiles.
template <class Context>
class run_look_back {
public:
    /// @param words one per tile
    /// @param stamp the number of the launch
    GPUALGO_DEVICE run_look_back(Context const& context, run_word* words, std::uint32_t stamp)
        : context_(context), words_(words), stamp_(stamp) {}

    /// Publishes a tile's own runs. Called by one thread.
    GPUALGO_DEVICE void publish(std::size_t tile, run_totals own) const {
        context_.store_relaxed(words_ + tile, make_run_word(own, tile == 0, stamp_));
    }

    /// Called by all lanes of a warp after `publish`. Earlier tiles must be at work or done.
    /// @param own the tile's runs
    /// @return those of all tiles before it
    template <class Warp>
    GPUALGO_DEVICE run_totals before(Warp const& warp, std::size_t tile, run_totals own) const {
        run_totals sum{0, 0};
        if (tile == 0) return sum;
        unsigned const lane = warp.thread_rank();
        for (std::size_t end = tile, is_found = 0; is_found == 0; end -= 32 * width) {
            run_word words[width]; // lane 0 looks at the nearest tile
            for (unsigned k = 0; k < width; ++k) words[k] = load(end, 32 * k + lane);
            for (unsigned k = 0; k < width && is_found == 0; ++k) {
                run_word const word = await(warp, words[k], end, 32 * k + lane);
                std::uint32_t const sums = warp.ballot((word.low & 1) != 0);
                std::uint32_t const added = sums ^ (sums - 1); // the lanes up to the first sum
                run_totals part = totals_in(word);
                if ((added >> lane & 1) == 0) part = {0, 0};
                for (unsigned distance = 16; distance > 0; distance /= 2) {
                    part.count += warp.shfl_xor(part.count, distance);
                    std::uint64_t const other = warp.shfl_xor(part.last, distance);
                    if (other > part.last) part.last = other;
                }
                sum.count += part.count;
                if (sum.last == 0) sum.last = part.last;
                is_found = sums != 0;
            }
        }
        run_totals const all{sum.count + own.count, own.last != 0 ? own.last : sum.last};
        if (lane == 0) context_.store_relaxed(words_ + tile, make_run_word(all, true, stamp_));
        return sum;
    }

private:
    static constexpr unsigned width = 4; ///< words that a lane reads at once

    /// @return the word of tile `end - 1 - i`, perhaps before it is written; a sum of nothing if
    /// there is no such tile
    GPUALGO_DEVICE run_word load(std::size_t end, unsigned i) const {
        return i < end ? context_.load_relaxed(words_ + (end - 1 - i))
                       : run_word{1, std::uint64_t{stamp_}};
    }

    /// @return the word of a tile, once it is written
    /// @param word as `load` returned it
    template <class Warp>
    GPUALGO_DEVICE run_word await(Warp const& warp, run_word word, std::size_t end,
                                  unsigned i) const {
        for (;;) {
            bool const waits = static_cast<std::uint32_t>(word.high) != stamp_;
            if (!warp.any(waits)) return word;
            context_.pause();
            if (waits) word = load(end, i);
        }
    }

    Context const& context_;
    run_word* words_;
    std::uint32_t stamp_;
};

} // namespace gpu::inline v0::kernel
