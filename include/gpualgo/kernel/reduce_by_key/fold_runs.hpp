// SPDX-License-Identifier: Apache-2.0
/// @file
/// The totals of runs of equal keys in the canonical order. A block has a window of values, and
/// folds the runs that begin there, also beyond its end.
///
/// - A thread folds a run of at most 32 values, and a warp a longer one of at most a window. If
/// runs
///   are short on average, the block first copies the window to shared memory.
/// - The block folds a run of at most a group of segments, a segment per warp.
/// - A longer run is cut into groups. The block of the window in which a group begins folds it. The
///   totals of groups are folded by the next launch, see fold_long_runs.hpp.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/reduce_by_key/few.hpp>
#include <gpualgo/kernel/reduce_by_key/run_windows.hpp>
#include <gpualgo/kernel/reduce_by_key/warp_fold.hpp>
#include <gpualgo/kernel/reduce_by_key/window_runs.hpp>
#include <gpualgo/kernel/select/arguments.hpp>

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
/// @return values of a group of 8 segments. A run of more values is a long one
[[nodiscard]] GPUALGO_FUNCTION constexpr std::size_t group_of_runs(std::size_t size) {
    return 8 * segmentation(size).size();
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
    static constexpr unsigned warps = 8; ///< of a block
    // after the places of runs
    static constexpr std::size_t totals = run_window * sizeof(std::uint16_t); ///< of segments
    static constexpr std::size_t end = totals + warps * sizeof(T);            ///< of the last run
    static constexpr std::size_t staged = end + 16;                      ///< values of the window
    static constexpr std::size_t size = staged + run_window * sizeof(T); ///< of all
};

/// The work of a block.
template <class Context, class T, class Op>
class window_fold {
    static constexpr std::size_t size = run_window, group = group_of_runs(sizeof(T));
    using layout = fold_layout<T>;
    static constexpr unsigned warps = layout::warps, threads = 32 * warps;

public:
    GPUALGO_DEVICE window_fold(Context const& context, fold_runs_arguments<T> const& arguments,
                               Op op)
        : context_(context), a_(arguments), op_(op), warp_(context.template tile<32>()),
          rank_(context.block().thread_rank()), window_(context.block_rank()),
          begin_(window_ * size), values_(context.global(arguments.values)),
          places_(context.template shared<std::uint16_t>()),
          staged_(context.template shared<T>().from(layout::staged / sizeof(T))) {}

    /// Folds the window's runs.
    GPUALGO_DEVICE void run() {
        auto const before = context_.global(a_.runs.before).get(window_);
        auto const heads = context_.global(a_.runs.heads);
        std::size_t const all = context_.global(a_.runs.count).get(0);
        bool const has_next = begin_ + size < a_.runs.n;
        std::uint32_t const next = // bits of the next window, if they are there without delay
            has_next ? heads.get((window_ + 1) * words_of_window + warp_.thread_rank()) : 0;
        window_runs<decltype(warp_), decltype(heads)> const runs(warp_, heads, window_);
        if (all > a_.totals.room) return; // not earlier: all these loads are in flight together
        count_ = runs.count();
        std::size_t const rest = a_.runs.n - begin_;
        auto const here = static_cast<unsigned>(rest < size ? rest : size);
        is_staged_ = std::size_t{count_} * most_staged >= here;
        if (is_staged_) stage(here);
        runs.template write_places<threads>(rank_, places_);
        unsigned const first = runs.first();
        last_ = runs.last();

        // the group of the run that began earlier, if one begins here
        std::size_t const k = (begin_ - before.start + group - 1) / group;
        std::size_t const piece = before.start + k * group;
        bool const has_piece =
            before.count > 0 && first > 0 && piece < begin_ + (first < here ? first : here);
        if (count_ > 0 || has_piece) {
            std::size_t const from = count_ > 0 ? begin_ + last_ : piece;
            if (warp_.meta_group_rank() == 0) {
                std::size_t const end =
                    end_of_last(heads, next, before.count + count_, from + group + 1);
                if (warp_.thread_rank() == 0) end_slot().put(0, end);
            }
            context_.template wait_for_copies<0>();
            context_.block().sync();
            end_ = end_slot().get(0);
        }
        if (has_piece) fold_group(before, k, piece, count_ > 0 ? begin_ + first : end_);
        if (count_ > 0) fold_all(before.count);
    }

private:
    static constexpr unsigned most_staged = 256; ///< values of a run on average

    GPUALGO_DEVICE auto end_slot() const {
        return context_.template shared<std::uint64_t>().from(layout::end / sizeof(std::uint64_t));
    }

    /// Begins to copy the window's values.
    GPUALGO_DEVICE void stage(unsigned count) const {
        constexpr unsigned V = 16 / sizeof(T);
        auto const in = values_.from(begin_);
        unsigned first = 0;
        if (in.template is_aligned<V>()) {
            for (unsigned i = rank_ * V; i + V <= count; i += threads * V)
                context_.template copy_vector<V>(staged_, i, in, i);
            first = count / V * V;
        }
        for (unsigned i = first + rank_; i < count; i += threads)
            context_.copy_element(staged_, i, in, i);
        context_.commit_copies();
    }

    /// Called by a warp.
    /// @param next the first bits of the next window
    /// @param begun runs that begin before the end of this window
    /// @return where the last of them ends; `limit` if that is not before it
    template <class Heads>
    GPUALGO_DEVICE std::size_t end_of_last(Heads heads, std::uint32_t next, std::size_t begun,
                                           std::size_t limit) const {
        std::size_t const n = a_.runs.n;
        std::uint32_t lanes = warp_.ballot(next != 0);
        std::size_t first = begin_ + size;
        if (lanes == 0) {
            // a lane has a window after this one
            std::size_t const w = window_ + 1 + warp_.thread_rank();
            bool const exists = w * size < limit && w * size < n;
            std::size_t sum = 0; // runs that begin before its end
            if (exists && (w + 1) * size < n)
                sum = context_.global(a_.runs.before).get(w + 1).count;
            else if (exists) sum = context_.global(a_.runs.count).get(0);
            std::uint32_t const windows = warp_.ballot(sum > begun);
            if (windows == 0) return limit < n ? limit : n;
            std::size_t const found = window_ + 1 + lowest_bit(windows);
            first = found * size;
            constexpr unsigned width = words_of_window / 32;
            auto const words = heads.from(found * words_of_window);
            for (unsigned k = 0; k < width; ++k, first += 1024) {
                next = words.get(k * 32 + warp_.thread_rank());
                lanes = warp_.ballot(next != 0);
                if (lanes != 0) break;
            }
        }
        unsigned const lane = lowest_bit(lanes);
        return first + 32 * lane + warp_.shfl(next == 0 ? 0 : lowest_bit(next), lane);
    }

    /// Folds a group of a long run that began before the window.
    /// @param k its number
    GPUALGO_DEVICE void fold_group(runs_before const& before, std::size_t k, std::size_t piece,
                                   std::size_t end) {
        bool const is_last = end <= piece + group;
        T const total = fold_by_block(values_.from(piece), is_last ? end - piece : group);
        std::size_t const home = before.start / group;
        if (rank_ != 0) return;
        context_.global(a_.groups).put(first_group_slot(home) + k, total);
        if (is_last) context_.global(a_.runs.long_runs).put(home, {before.count - 1, k + 1});
    }

    /// Folds the runs that begin in the window.
    /// @param sum runs before them
    GPUALGO_DEVICE void fold_all(std::size_t sum) {
        std::size_t const of_last = end_ - (begin_ + last_);
        bool const is_for_block = of_last > size;
        auto const totals = context_.global(a_.totals.first).from(sum);
        unsigned const count = is_for_block ? count_ - 1 : count_;
        unsigned const share = (count + warps - 1) / warps, chunk = share < 32 ? share : 32;
        for (unsigned i = warp_.meta_group_rank() * chunk; i < count; i += warps * chunk)
            fold_chunk(totals, i, i + chunk < count ? i + chunk : count,
                       static_cast<unsigned>(of_last));
        if (!is_for_block) return;
        bool const is_long = of_last > group;
        T const total = fold_by_block(values_.from(begin_ + last_), is_long ? group : of_last);
        if (rank_ != 0) return;
        if (is_long)
            context_.global(a_.groups).put(first_group_slot((begin_ + last_) / group), total);
        else totals.put(count, quieted(total));
    }

    /// Folds some runs by a warp, each of at most a window: first those that a thread can fold.
    /// @param of_last values of the window's last run
    template <class Totals>
    GPUALGO_DEVICE void fold_chunk(Totals totals, unsigned first, unsigned end,
                                   unsigned of_last) const {
        unsigned const i = first + warp_.thread_rank();
        unsigned start = 0, m = 0;
        if (i < end) {
            start = places_.get(i);
            m = i + 1 < count_ ? places_.get(i + 1) - start : of_last;
        }
        T total{};
        if (m > 0 && m <= most_few) {
            if (is_staged_ && start + m <= size) total = fold_few<T>(staged_.from(start), m, op_);
            else total = fold_few<T>(values_.from(begin_ + start), m, op_);
        }
        for (std::uint32_t rest = warp_.ballot(m > most_few); rest != 0; rest &= rest - 1) {
            unsigned const owner = lowest_bit(rest);
            unsigned const at = warp_.shfl(start, owner), length = warp_.shfl(m, owner);
            T folded;
            if (is_staged_ && at + length <= size)
                folded = fold_segments<T>(warp_, staged_.from(at), length, op_);
            else folded = fold_segments<T>(warp_, values_.from(begin_ + at), length, op_);
            folded = warp_.shfl(folded, 0);
            if (warp_.thread_rank() == owner) total = folded;
        }
        if (m > 0) totals.put(i, quieted(total));
    }

    /// @return the total of at most a group, on thread 0
    template <class Input>
    GPUALGO_DEVICE T fold_by_block(Input in, std::size_t m) const {
        constexpr segmentation shape(sizeof(T));
        auto const of_segments = context_.template shared<T>().from(layout::totals / sizeof(T));
        auto const count = static_cast<unsigned>(shape.count(m));
        unsigned const w = warp_.meta_group_rank(), lane = warp_.thread_rank();
        if (w < count) {
            std::size_t const at = w * shape.size();
            std::size_t const rest = m - at < shape.size() ? m - at : shape.size();
            T const total = fold_segments<T>(warp_, in.from(at), static_cast<unsigned>(rest), op_);
            if (lane == 0) of_segments.put(w, total);
        }
        context_.block().sync();
        T total{};
        if (w == 0) {
            total = of_segments.get(lane < count ? lane : 0);
            total = fold_lanes(warp_, total, count, op_);
        }
        context_.block().sync(); // the block may fold another one
        return total;
    }

    using tile = decltype(std::declval<Context const&>().template tile<32>());
    using values = decltype(std::declval<Context const&>().global(std::declval<T const*>()));
    using places = decltype(std::declval<Context const&>().template shared<std::uint16_t>());
    using staged = decltype(std::declval<Context const&>().template shared<T>());

    Context const& context_;
    fold_runs_arguments<T> const& a_;
    Op op_;
    tile warp_;
    unsigned rank_;
    std::size_t window_, begin_;
    values values_;
    places places_;
    staged staged_;
    unsigned count_ = 0, last_ = 0;
    bool is_staged_ = false;
    std::size_t end_ = 0;
};

/// The kernel body. The grid has one block per window.
struct fold_runs {
    static constexpr unsigned threads = 256; ///< of a block
    static constexpr bool lets_next_start = true;
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
