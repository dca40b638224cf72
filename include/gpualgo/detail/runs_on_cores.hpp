// SPDX-License-Identifier: Apache-2.0
/// @file
/// Finds the runs of a sequence on the host's cores, and visits them there. The library and
/// programs share it.
#pragma once

#include <gpualgo/detail/at_once.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace gpu::inline v0::detail {

/// Elements of a run that is visited alone, since its visitor takes all cores by itself.
inline constexpr std::size_t least_long_run = 65536;

/// Elements that a word has a bit for.
inline constexpr std::size_t flags_in_word = 64;

/// Calls the work of a chunk as it is.
struct plain_work {
    template <class F>
    void operator()(F const& work) const {
        work();
    }
};

/// The runs of n elements. A bit per element says whether a run starts there, so that elements are
/// compared once.
class runs_on_cores {
    static constexpr std::size_t size = 16384; ///< elements of a chunk, complete words

    struct chunk {
        std::size_t count = 0; ///< runs that start in it; then, runs that start before it
        std::size_t first = 0; ///< where the first of these starts, if there is one
        std::size_t next = 0;  ///< where the first run after it starts
    };

public:
    /// Finds the runs.
    /// @param starts called as starts(begin, m), with begin > 0 and 0 < m <= 64, by several threads
    /// at once; returns a word whose bit j says whether element begin + j starts a run
    template <class Starts>
    runs_on_cores(std::size_t n, Starts const& starts)
        : n_(n), words_(new std::uint64_t[(n + flags_in_word - 1) / flags_in_word]),
          chunks_((n + size - 1) / size) {
        detail::at_once(chunks_.size(), [&](std::size_t c) {
            chunk found;
            std::size_t const end = end_of(c);
            for (std::size_t i = c * size; i < end; i += flags_in_word) {
                auto const m = static_cast<unsigned>(std::min(end - i, flags_in_word));
                std::uint64_t const word = i > 0   ? starts(i, m)
                                           : m > 1 ? starts(1, m - 1) << 1 | 1
                                                   : 1;
                words_[i / flags_in_word] = word;
                if (found.count == 0 && word != 0)
                    found.first = i + static_cast<std::size_t>(std::countr_zero(word));
                found.count += static_cast<std::size_t>(std::popcount(word));
            }
            chunks_[c] = found;
        });
        std::size_t next = n;
        for (std::size_t c = chunks_.size(); c-- > 0;) {
            chunks_[c].next = next;
            if (chunks_[c].count > 0) next = chunks_[c].first;
        }
        for (auto& one : chunks_) {
            std::size_t const count = one.count;
            one.count = count_;
            count_ += count;
        }
    }

    /// @return how many there are
    [[nodiscard]] std::size_t count() const { return count_; }

    /// Calls visit(r, begin, end) for each run, on all cores; but visit_long(r, begin, end) for
    /// long ones, one after the other in the calling thread. Rethrows an exception of theirs.
    /// @param around called as around(work) per chunk; calls work()
    template <class Visit, class VisitLong, class Around = plain_work>
    void for_each(Visit visit, VisitLong visit_long, Around around = {}) const {
        std::vector<run> last(chunks_.size()); // only the last run of a chunk may be long
        detail::at_once(chunks_.size(), [&](std::size_t c) {
            run pending{chunks_[c].count, n_, n_};
            around([&] { visit_runs(c, pending, visit); });
            if (pending.begin == n_) return; // the run goes on
            pending.end = chunks_[c].next;
            if (pending.end - pending.begin >= least_long_run) last[c] = pending;
            else around([&] { visit(pending.r, pending.begin, pending.end); });
        });
        for (auto const& one : last)
            if (one.end > 0) visit_long(one.r, one.begin, one.end);
    }

private:
    struct run {
        std::size_t r = 0, begin = 0, end = 0;
    };

    [[nodiscard]] std::size_t end_of(std::size_t c) const { return std::min(n_, (c + 1) * size); }

    /// Visits the runs that start in a chunk, but for the last one, which is pending.
    template <class Visit>
    void visit_runs(std::size_t c, run& pending, Visit const& visit) const {
        std::size_t const end = end_of(c);
        for (std::size_t i = c * size; i < end; i += flags_in_word)
            for (std::uint64_t word = words_[i / flags_in_word]; word != 0; word &= word - 1) {
                std::size_t const start = i + static_cast<std::size_t>(std::countr_zero(word));
                if (pending.begin < n_) visit(pending.r++, pending.begin, start);
                pending.begin = start;
            }
    }

    std::size_t n_;
    std::unique_ptr<std::uint64_t[]> words_;
    std::vector<chunk> chunks_;
    std::size_t count_ = 0;
};

} // namespace gpu::inline v0::detail
