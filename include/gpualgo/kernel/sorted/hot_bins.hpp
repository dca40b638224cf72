// SPDX-License-Identifier: Apache-2.0
/// @file
/// Counters in shared memory for some of many bins.
///
/// If all counts are in global memory, additions to one of them queue. So a block finds the bins of
/// some of its elements first. A bin with a large share of the elements is among these. The block
/// counts them in shared memory, and adds each total once.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstdint>

namespace gpu::inline v0::kernel {

/// Bins that a block inserts: so few that no more than half of the slots are taken.
inline constexpr std::uint32_t hot_bin_sample = 2048;
/// Slots for bins with counters.
inline constexpr std::uint32_t hot_bin_slots = 2 * hot_bin_sample;
/// Words of shared memory for them.
inline constexpr std::uint32_t hot_bin_words = 2 * hot_bin_slots;

/// A hash table of bins with their counters: first a sample of bins is inserted, then elements are
/// counted.
/// @tparam Array an array of words in shared memory
template <class Array>
class hot_bins {
public:
    /// @param memory `hot_bin_words` words
    GPUALGO_DEVICE explicit hot_bins(Array memory)
        : bins_(memory), counts_(memory.from(hot_bin_slots)) {}

    /// Empties the table. Called by all threads of a block, before a barrier.
    GPUALGO_DEVICE void clear(unsigned rank, unsigned threads) const {
        for (std::uint32_t i = rank; i < hot_bin_slots; i += threads) {
            bins_.put(i, none);
            counts_.put(i, 0);
        }
    }
    /// Inserts a bin, unless too many others hash to the same slots. A barrier comes before the
    /// first addition.
    GPUALGO_DEVICE void insert(std::uint32_t bin) const {
        for (std::uint32_t probe = 0, at = hash(bin); probe < probes; ++probe, at = next(at)) {
            std::uint32_t const found = bins_.compare_exchange(at, none, bin);
            if (found == none || found == bin) return;
        }
    }
    /// Adds to the counter of a bin.
    /// @return false if it has none
    [[nodiscard]] GPUALGO_DEVICE bool add(std::uint32_t bin, std::uint32_t count) const {
        for (std::uint32_t probe = 0, at = hash(bin); probe < probes; ++probe, at = next(at)) {
            std::uint32_t const found = bins_.get(at);
            if (found == bin) {
                (void)counts_.fetch_add(at, count);
                return true;
            }
            if (found == none) return false;
        }
        return false;
    }
    /// Calls f(bin, count) for the counters. Called by all threads of a block, after a barrier.
    template <class F>
    GPUALGO_DEVICE void for_each(unsigned rank, unsigned threads, F f) const {
        for (std::uint32_t i = rank; i < hot_bin_slots; i += threads)
            if (std::uint32_t const count = counts_.get(i); count > 0) f(bins_.get(i), count);
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0}; ///< no bin
    static constexpr unsigned probes = 8;

    [[nodiscard]] GPUALGO_DEVICE static std::uint32_t hash(std::uint32_t bin) {
        return (bin * 0x9e3779b1u >> 16) % hot_bin_slots;
    }
    [[nodiscard]] GPUALGO_DEVICE static std::uint32_t next(std::uint32_t slot) {
        return (slot + 1) % hot_bin_slots;
    }

    Array bins_;   ///< the bin of each slot
    Array counts_; ///< of its elements
};

} // namespace gpu::inline v0::kernel
