// SPDX-License-Identifier: Apache-2.0
/// @file
/// The counts of histograms: of all blocks in global memory, of a block in shared memory, and of a
/// thread.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// The counts of a histogram: of 4 or of 8 bytes.
struct histogram_counts {
    std::uint32_t* narrow; ///< null if counts have 8 bytes
    std::uint64_t* wide;   ///< null if counts have 4 bytes
};

/// Adds to a count of a bin, atomically.
template <class Context>
GPUALGO_DEVICE void add_to_bin(Context const& context, histogram_counts const& counts,
                               std::uint32_t bin, std::uint32_t total) {
    if (counts.wide != nullptr) (void)context.global(counts.wide).fetch_add(bin, total);
    else (void)context.global(counts.narrow).fetch_add(bin, total);
}

/// @param counters needed
/// @param copies of each
/// @return words of shared memory for them: whole vectors
[[nodiscard]] GPUALGO_FUNCTION constexpr std::size_t words_of_counters(std::uint32_t counters,
                                                                       unsigned copies) {
    return ((counters + std::size_t{1}) * copies + 3) / 4 * 4;
}

/// The counters of a block in shared memory. One more than needed is for elements in no bin, so
/// that adding takes no branch.
template <class Array>
class block_counters {
public:
    /// @param words the block's shared memory, see `words_of_counters`
    /// @param counters needed
    /// @param copies of each: a power of two
    /// @param rank of the calling thread
    GPUALGO_DEVICE block_counters(Array words, std::uint32_t counters, unsigned copies,
                                  unsigned rank)
        : words_(words), counters_(counters), copies_(copies), own_(rank & (copies - 1)) {}

    /// Sets them to zero. Called by all threads of a block.
    GPUALGO_DEVICE void clear(unsigned rank, unsigned threads) const {
        constexpr std::uint32_t zeros[4] = {};
        auto const vectors = static_cast<std::uint32_t>(words_of_counters(counters_, copies_) / 4);
        for (std::uint32_t i = rank; i < vectors; i += threads)
            words_.put_vector(std::size_t{i} * 4, zeros);
    }
    /// Adds to the calling thread's copy of a counter.
    GPUALGO_DEVICE void add(std::uint32_t counter, std::uint32_t count) const {
        (void)words_.fetch_add(counter * copies_ + own_, count);
    }
    /// @return the sum of a counter's copies
    [[nodiscard]] GPUALGO_DEVICE std::uint32_t total(std::uint32_t counter) const {
        std::uint32_t sum = 0;
        for (unsigned copy = 0; copy < copies_; ++copy)
            sum += words_.get(counter * copies_ + ((copy + own_) & (copies_ - 1)));
        return sum;
    }

private:
    Array words_;
    std::uint32_t counters_;
    unsigned copies_;
    unsigned own_;
};

/// Counts the elements of a run in one bin at once.
template <class Add>
class run_counter {
public:
    /// @param add called as add(bin, length)
    GPUALGO_DEVICE explicit run_counter(Add add) : add_(add) {}

    /// Counts an element.
    GPUALGO_DEVICE void operator()(std::uint32_t bin) {
        if (bin != bin_) {
            end();
            bin_ = bin;
            length_ = 0;
        }
        ++length_;
    }
    /// Adds the last run.
    GPUALGO_DEVICE void end() const {
        if (length_ > 0) add_(bin_, length_);
    }

private:
    Add add_;
    std::uint32_t bin_ = 0;
    std::uint32_t length_ = 0;
};

} // namespace gpu::inline v0::kernel
