// SPDX-License-Identifier: Apache-2.0
/// @file
/// Finds the runs of a sequence on the host's cores, and visits them there. The library and
/// programs share it.
#pragma once

#include <gpualgo/detail/at_once.hpp>

#include <cstddef>
#include <vector>

namespace gpu::inline v0::detail {

/// Elements of a run that is visited alone, since its visitor takes all cores by itself.
inline constexpr std::size_t least_long_run = 65536;

/// The runs of n elements.
/// @tparam Starts says whether element i > 0 starts a run, for several threads at once
template <class Starts>
class runs_on_cores {
    static constexpr std::size_t size = 16384; ///< elements of a chunk

    struct chunk {
        std::size_t count = 0; ///< runs that start in it; then, runs that start before it
        std::size_t first = 0; ///< where the first of these starts, if there is one
        std::size_t next = 0;  ///< where the first run after it starts
    };

public:
    /// Finds the runs.
    runs_on_cores(std::size_t n, Starts const& starts)
        : n_(n), starts_(starts), chunks_((n + size - 1) / size) {
        detail::at_once(chunks_.size(), [&](std::size_t c) {
            chunk found;
            for_starts(c, [&](std::size_t i) {
                if (found.count++ == 0) found.first = i;
            });
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
    template <class Visit, class VisitLong>
    void for_each(Visit visit, VisitLong visit_long) const {
        std::vector<run> last(chunks_.size()); // only the last run of a chunk may be long
        detail::at_once(chunks_.size(), [&](std::size_t c) {
            run pending{chunks_[c].count, n_, n_};
            for_starts(c, [&](std::size_t i) {
                if (pending.begin < n_) visit(pending.r++, pending.begin, i);
                pending.begin = i;
            });
            if (pending.begin == n_) return; // the run goes on
            pending.end = chunks_[c].next;
            if (pending.end - pending.begin >= least_long_run) last[c] = pending;
            else visit(pending.r, pending.begin, pending.end);
        });
        for (auto const& one : last)
            if (one.end > 0) visit_long(one.r, one.begin, one.end);
    }

private:
    struct run {
        std::size_t r = 0, begin = 0, end = 0;
    };

    /// Calls f(i) for the elements i of a chunk that start a run.
    template <class F>
    void for_starts(std::size_t c, F f) const {
        std::size_t const begin = c * size, end = n_ - begin < size ? n_ : begin + size;
        for (std::size_t i = begin; i < end; ++i)
            if (i == 0 || starts_(i)) f(i);
    }

    std::size_t n_;
    Starts const& starts_;
    std::vector<chunk> chunks_;
    std::size_t count_ = 0;
};

} // namespace gpu::inline v0::detail
