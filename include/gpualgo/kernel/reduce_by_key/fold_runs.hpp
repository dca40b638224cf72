// SPDX-License-Identifier: Apache-2.0
/// @file
/// The totals of runs of equal keys in the canonical order. A block copies a window of values to
/// shared memory, and folds the runs that begin there. It also copies the values after the window
/// that these need.
///
/// - A thread folds a run of at most 32 values, 8 lanes fold a longer one, and a warp one that is
///   longer still.
/// - A run of more than a segment is cut into groups of a segment. The block of the window in which
///   a group begins folds it. The totals of groups are folded by the next launch, see
///   fold_long_runs.hpp.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/reduce_by_key/few.hpp>
#include <gpualgo/kernel/reduce_by_key/run_windows.hpp>
#include <gpualgo/kernel/reduce_by_key/warp_fold.hpp>
#include <gpualgo/kernel/reduce_by_key/window_runs.hpp>
#include <gpualgo/kernel/select/arguments.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace gpu::inline v0::kernel {

/// The arguments of `fold_runs` and `fold_long_runs`.
template <class T>
struct fold_runs_arguments {
    T const* values;
    found_runs runs;
    select_target<T> totals; ///< one per run; none are written unless all fit
    T* groups;               ///< two per group of values, for totals of groups of long runs
    std::uint64_t* result;   ///< receives the number of runs
};

/// @param size bytes of a value
/// @return values of a group: a segment. A run of more values is a long one
[[nodiscard]] GPUALGO_FUNCTION constexpr std::size_t group_of_runs(std::size_t size) {
    return segmentation(size).size();
}

/// The slots of a long run's groups follow one another. Those of different runs differ: a run with
/// k > 1 groups is longer than k - 1.
/// @param home the number of the group of values in which the run begins
/// @return the slot of its first group
[[nodiscard]] GPUALGO_FUNCTION constexpr std::size_t first_group_slot(std::size_t home) {
    return 2 * home;
}

/// Called by all threads of the last block of the last launch.
template <class Context, class T>
GPUALGO_DEVICE void finish_runs(Context const& context, fold_runs_arguments<T> const& arguments) {
    if (context.block().thread_rank() != 0) return;
    context.global(arguments.result).put(0, context.global(arguments.runs.count).get(0));
    context.finish();
}

/// Shared memory of a block of `fold_runs`: bytes before each array.
template <class T>
struct fold_layout {
    static constexpr unsigned warps = 4; ///< of a block: few, since each one reads all heads
    // after the places of runs
    static constexpr std::size_t staged = run_window * sizeof(std::uint16_t); ///< the values
    static constexpr std::size_t size =
        staged + (run_window + group_of_runs(sizeof(T))) * sizeof(T); ///< of all
};

/// The work of a block.
template <class Context, class T, class Op>
class window_fold {
    static constexpr unsigned size = run_window,
                              group = static_cast<unsigned>(group_of_runs(sizeof(T)));
    using layout = fold_layout<T>;
    static constexpr unsigned warps = layout::warps, threads = 32 * warps;

public:
    GPUALGO_DEVICE window_fold(Context const& context, fold_runs_arguments<T> const& arguments,
                               Op op)
        : context_(context), a_(arguments), op_(op), warp_(context.template tile<32>()),
          rank_(context.block().thread_rank()), window_(context.block_rank()),
          begin_(window_ * size), places_(context.template shared<std::uint16_t>()),
          staged_(context.template shared<T>().from(layout::staged / sizeof(T))) {}

    /// Folds the window's runs.
    GPUALGO_DEVICE void run() {
        std::size_t const rest = a_.runs.n - begin_;
        unsigned const first_part =
            rest < size + first_tail ? static_cast<unsigned>(rest) : size + first_tail;
        if (first_part == size + first_tail) stage_whole();
        else stage(0, first_part);
        auto const before = context_.global(a_.runs.before).get(window_);
        auto const heads = context_.global(a_.runs.heads);
        std::size_t const all = context_.global(a_.runs.count).get(0);
        std::uint32_t next[next_words];
        for (unsigned k = 0; k < next_words; ++k)
            next[k] =
                rest > size
                    ? heads.get((window_ + 1) * words_of_window + 32 * k + warp_.thread_rank())
                    : 0;
        window_runs<decltype(warp_), decltype(heads)> const runs(warp_, heads, window_);
        count_ = runs.count();

        // the last run that begins before the end, and the end of its last group here
        std::size_t const start = count_ > 0 ? begin_ + runs.last() : before.start;
        std::size_t const limit = start + (begin_ + size - start + group - 1) / group * group;
        unsigned const groups_end = static_cast<unsigned>(limit - begin_);
        unsigned const found = end_of_last(next);
        unsigned const least_end =
            rest < groups_end + 1 ? static_cast<unsigned>(rest) : groups_end + 1;
        end_ = found < rest ? found : least_end;
        unsigned const stop = end_ < groups_end ? end_ : groups_end;
        if (stop > first_part) stage(first_part, stop);
        if (!is_copy()) runs.template write_places<threads>(rank_, places_);
        context_.template wait_for_copies<0>();
        context_.block().sync();
        if (all > a_.totals.room) return;
        if (is_copy()) return copy_all(before.count);
        if (before.count > 0) fold_earlier(before, count_ > 0 ? places_.get(0) : end_);
        if (count_ > 0) fold_all(before.count);
    }

private:
    static constexpr unsigned first_tail = 128; ///< values after the window that are always there
    static constexpr unsigned next_words = group / 1024 + 1; ///< of a lane, after the window
    static constexpr unsigned most_of_part = 256;            ///< values that 8 lanes fold
    static_assert(32 * next_words <= words_of_window, "only the next window is sure to exist");
    static_assert(size / group <= warps, "each group of a run has a warp");

    /// Begins to copy the values of a window, and those after it that are always there.
    GPUALGO_DEVICE void stage_whole() const {
        constexpr unsigned V = 16 / sizeof(T), step = threads * V;
        auto const in = context_.global(a_.values).from(begin_);
        if (!in.template is_aligned<V>()) return stage(0, size + first_tail);
        static_assert(size % step == 0 && first_tail <= step);
        unrolled_on_gpu<size / step, size / step>([&](unsigned k) {
            context_.template copy_vector<V>(staged_, k * step + rank_ * V, in,
                                             k * step + rank_ * V);
        });
        if (rank_ * V < first_tail)
            context_.template copy_vector<V>(staged_, size + rank_ * V, in, size + rank_ * V);
        context_.commit_copies();
    }

    /// Begins to copy values of the window, or after it.
    /// @param first, end places from the window's beginning
    GPUALGO_DEVICE void stage(unsigned first, unsigned end) const {
        constexpr unsigned V = 16 / sizeof(T);
        auto const in = context_.global(a_.values).from(begin_);
        if (in.template is_aligned<V>()) {
            unsigned const whole = end / V * V;
            for (unsigned i = first + rank_ * V; i < whole; i += threads * V)
                context_.template copy_vector<V>(staged_, i, in, i);
            first = first < whole ? whole : first;
        }
        for (unsigned i = first + rank_; i < end; i += threads)
            context_.copy_element(staged_, i, in, i);
        context_.commit_copies();
    }

    /// Called by a warp.
    /// @param next bits after the window
    /// @return where the last run ends, from the window's beginning; more than all if the bits do
    /// not say
    GPUALGO_DEVICE unsigned end_of_last(std::uint32_t const (&next)[next_words]) const {
        for (unsigned k = 0; k < next_words; ++k) {
            std::uint32_t const lanes = warp_.ballot(next[k] != 0);
            if (lanes == 0) continue;
            unsigned const lane = lowest_bit(lanes);
            return size + 32 * (32 * k + lane) +
                   warp_.shfl(next[k] == 0 ? 0 : lowest_bit(next[k]), lane);
        }
        return 0xffffffffu;
    }

    /// Folds groups of the run that began earlier, by the last warps.
    /// @param end where it ends, perhaps after the window
    GPUALGO_DEVICE void fold_earlier(runs_before const& before, unsigned end) const {
        std::size_t k = (begin_ - before.start + group - 1) / group;
        auto group_begin = static_cast<unsigned>(before.start + k * group - begin_);
        unsigned w = warps - 1;
        for (; group_begin < end && group_begin < size; group_begin += group, ++k, --w)
            if (warp_.meta_group_rank() == w)
                fold_group(before.start, before.count - 1, k, group_begin, end);
    }

    /// Folds a group of a long run by a warp.
    /// @param start the run's first position
    /// @param run its number
    /// @param k the group's number in the run
    /// @param group_begin where the group begins, counted from the window's beginning
    /// @param end the run's, counted from the window's beginning
    GPUALGO_DEVICE void fold_group(std::size_t start, std::size_t run, std::size_t k,
                                   unsigned group_begin, unsigned end) const {
        bool const is_last = end <= group_begin + group;
        T const total = fold_segments<T>(warp_, staged_.from(group_begin),
                                         is_last ? end - group_begin : group, op_);
        if (warp_.thread_rank() != 0) return;
        std::size_t const home = start / group;
        context_.global(a_.groups).put(first_group_slot(home) + k, total);
        if (is_last) context_.global(a_.runs.long_runs).put(home, {run, k + 1});
    }

    /// Folds the runs that begin in the window.
    /// @param sum runs before them
    GPUALGO_DEVICE void fold_all(std::size_t sum) const {
        unsigned const share = (count_ + warps - 1) / warps, chunk = share < 32 ? share : 32;
        for (unsigned i = warp_.meta_group_rank() * chunk; i < count_; i += warps * chunk)
            fold_chunk(sum, i, i + chunk < count_ ? i + chunk : count_);
    }

    /// Whether each run has one value, in a whole window.
    [[nodiscard]] GPUALGO_DEVICE bool is_copy() const { return count_ == size && end_ == size; }

    /// Writes the totals of such runs.
    GPUALGO_DEVICE void copy_all(std::size_t sum) const {
        auto const totals = context_.global(a_.totals.first).from(sum);
        unrolled_on_gpu<size / threads, size / threads>([&](unsigned k) {
            totals.put(k * threads + rank_, quieted(staged_.get(k * threads + rank_)));
        });
    }

    /// Folds some runs by a warp: first those that a thread can fold, then those for some lanes.
    GPUALGO_DEVICE void fold_chunk(std::size_t sum, unsigned first, unsigned end) const {
        unsigned const i = first + warp_.thread_rank();
        unsigned start = 0, m = 0;
        if (i < end) {
            start = places_.get(i);
            m = (i + 1 < count_ ? places_.get(i + 1) : end_) - start;
        }
        T total = fold_few<T>(warp_, staged_.from(start), m <= most_few ? m : 0, op_);
        if (warp_.any(m > most_few)) fold_longer(sum, first, start, m, total);
        if (m > 0) context_.global(a_.totals.first).from(sum).put(i, quieted(total));
    }

    /// Folds the runs of a warp's lanes that are too long for a thread.
    /// @param sum runs before the window
    /// @param first the number of lane 0's run in the window
    /// @param m values of the lane's run; becomes 0 if the run is a long one
    /// @param total receives the lane's total
    GPUALGO_DEVICE void fold_longer(std::size_t sum, unsigned first, unsigned start, unsigned& m,
                                    T& total) const {
        using part = part_fold<T, Op>;
        constexpr unsigned parts = 32 / part::lanes;
        std::uint32_t rest = warp_.ballot(m > most_few && m <= most_of_part);
        while (rest != 0) {
            unsigned owners[parts], mine = 32;
            for (unsigned p = 0; p < parts; ++p) {
                owners[p] = rest != 0 ? lowest_bit(rest) : 32;
                rest &= rest - 1;
                if (warp_.thread_rank() / part::lanes == p) mine = owners[p];
            }
            unsigned const at = warp_.shfl(start, mine % 32), length = warp_.shfl(m, mine % 32);
            T const folded = part::fold(warp_, staged_.from(at), mine < 32 ? length : 0, op_);
            for (unsigned p = 0; p < parts; ++p) {
                T const other = warp_.shfl(folded, p * part::lanes);
                if (warp_.thread_rank() == owners[p]) total = other;
            }
        }
        for (rest = warp_.ballot(m > most_of_part); rest != 0; rest &= rest - 1) {
            unsigned const owner = lowest_bit(rest);
            unsigned const at = warp_.shfl(start, owner), length = warp_.shfl(m, owner);
            if (length > group) {
                for (unsigned k = 0; at + k * group < size && k * group < length; ++k)
                    fold_group(begin_ + at, sum + first + owner, k, at + k * group, at + length);
                if (warp_.thread_rank() == owner) m = 0;
            } else {
                T folded = fold_segments<T>(warp_, staged_.from(at), length, op_);
                folded = warp_.shfl(folded, 0);
                if (warp_.thread_rank() == owner) total = folded;
            }
        }
    }

    using tile = decltype(std::declval<Context const&>().template tile<32>());
    using places = decltype(std::declval<Context const&>().template shared<std::uint16_t>());
    using staged = decltype(std::declval<Context const&>().template shared<T>());

    Context const& context_;
    fold_runs_arguments<T> const& a_;
    Op op_;
    tile warp_;
    unsigned rank_;
    std::size_t window_, begin_;
    places places_;
    staged staged_;
    unsigned count_ = 0, end_ = 0;
};

/// The kernel body. The grid has one block per window.
struct fold_runs {
    static constexpr unsigned threads = 32 * fold_layout<int>::warps; ///< of a block
    static constexpr bool may_start_early = true;
    static constexpr bool finishes = true;

    /// Bytes of shared memory.
    template <class T>
    static constexpr std::size_t shared_bytes = fold_layout<T>::size;

    /// Runs the thread's part.
    template <class Context, class T, class Op>
    GPUALGO_DEVICE static void run(Context const& context, fold_runs_arguments<T> const& arguments,
                                   Op op) {
        window_fold<Context, T, Op>(context, arguments, op).run();
        context.let_next_start();
        if (arguments.runs.long_runs == nullptr && context.is_last_block())
            finish_runs(context, arguments);
    }
};

} // namespace gpu::inline v0::kernel
