// SPDX-License-Identifier: Apache-2.0
/// @file
/// The totals of runs of equal keys in the canonical order, in two launches.
///
/// 1. A warp folds a run of more than 32 values, and at most a group of segments. Longer runs are
///    cut into groups, and a warp folds each group. This takes many registers.
/// 2. A thread folds a run of at most 32 values, and a block folds the totals of the groups of a
///    long run. This takes few, so that many threads wait for memory at once.
///
/// Warps find groups by windows, each as large as a group. At most two groups of long runs start in
/// a window. One belongs to the run that began before the window; the other one is the first group
/// of the run that reaches beyond it.
#pragma once

#include <gpualgo/kernel/reduce/segment.hpp>
#include <gpualgo/kernel/reduce_by_key/few.hpp>
#include <gpualgo/kernel/reduce_by_key/run_positions.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// The arguments of `fold_runs` and `finish_runs`.
template <class T>
struct fold_runs_arguments {
    T const* values;
    found_runs positions;
    unsigned runs_per_warp; ///< runs that a warp takes at once: 1 or 32
    T* partials;            ///< two per window, for groups of long runs; unused if there are none
    T* totals;              ///< one per run
};

/// Values of a group of 8 segments. A run of more values is a long one.
template <class T>
inline constexpr std::size_t group_of_runs = 8 * segmentation(sizeof(T)).size();

/// The first of the slots for the totals of a long run's groups.
/// @param start the run's first value
template <class T>
[[nodiscard]] GPUALGO_FUNCTION constexpr std::size_t first_slot(std::size_t start) {
    return 2 * (start / group_of_runs<T>);
}

/// @return the fold in adjacent pairs of the values of the first `num_valid` lanes, on lane 0
template <class Warp, class T, class Op>
GPUALGO_DEVICE T fold_lanes(Warp const& warp, T value, unsigned num_valid, Op op) {
    for (unsigned distance = 1; distance < num_valid; distance *= 2) {
        T const other = warp.shfl_down(value, distance);
        if (warp.thread_rank() + distance < num_valid) value = op(value, other);
    }
    return value;
}

/// The kernel body of the first launch.
struct fold_runs {
    static constexpr unsigned warps = 8; ///< of a block

    /// Runs the thread's part. Each warp takes a window or some runs at once: in each step, a lane
    /// has a piece of the values, or none.
    template <class Context, class T, class Op>
    GPUALGO_DEVICE static void run(Context const& context, fold_runs_arguments<T> const& arguments,
                                   Op op) {
        constexpr std::size_t group = group_of_runs<T>;
        found_runs const found = arguments.positions;
        auto const warp = context.template tile<32>();
        auto const values = context.global(arguments.values);
        auto const runs = positions_of(context, found);
        unsigned const lane = warp.thread_rank();
        std::size_t const windows = found.n > group ? (found.n - 1) / group + 1 : 0;
        std::size_t const steps = windows + (found.runs - 1) / arguments.runs_per_warp + 1;
        std::size_t step = context.block_rank() * warps + warp.meta_group_rank();
        for (; step < steps; step += context.num_blocks() * warps) {
            bool const is_window = step < windows;
            std::size_t const first = is_window ? 0 : (step - windows) * arguments.runs_per_warp;
            piece mine;
            if (is_window) mine = piece_of_window<T>(runs, step * group, lane);
            else if (lane < arguments.runs_per_warp && first + lane < found.runs)
                mine = piece_of_run<T>(runs, first + lane);
            std::uint32_t rest = warp.ballot(mine.size > 0);
            for (; rest != 0; rest &= rest - 1) {
                unsigned const owner = bit_width(rest & (0 - rest)) - 1;
                std::size_t const begin = warp.shfl(mine.begin, owner);
                T const total = warp.shfl(
                    fold_segments<T>(warp, values.from(begin), warp.shfl(mine.size, owner), op), 0);
                if (lane != owner) continue;
                if (is_window) context.global(arguments.partials).put(mine.place, total);
                else context.global(arguments.totals).put(mine.place, quieted(total));
            }
        }
    }

private:
    /// Values that a warp folds.
    struct piece {
        std::size_t begin = 0;
        std::size_t size = 0;  ///< 0 if there is none
        std::size_t place = 0; ///< of the total: of a group among `partials`, or of a run
    };

    /// @return a run, unless it is long or short
    template <class T, class Positions>
    GPUALGO_DEVICE static piece piece_of_run(Positions const& runs, std::size_t r) {
        std::size_t const begin = runs.start(r), size = runs.start(r + 1) - begin;
        return {begin, size > most_few && size <= group_of_runs<T> ? size : 0, r};
    }

    /// @return a group of a long run that starts in a window. On lane 0, its run began before
    /// the window. On lane 1, it is the first one of the last run that starts in the window
    template <class T, class Positions>
    GPUALGO_DEVICE static piece piece_of_window(Positions const& runs, std::size_t window,
                                                unsigned lane) {
        constexpr std::size_t group = group_of_runs<T>;
        std::size_t const first = runs.first_from(window), next = runs.first_from(window + group);
        if (lane > 1 || (lane == 0 ? first == 0 : next == first)) return {};
        std::size_t const r = lane == 0 ? first : next; // the run after the one in question
        std::size_t const start = runs.start(r - 1), end = runs.start(r);
        std::size_t const k = lane == 0 ? (window - start + group - 1) / group : 0;
        std::size_t const begin = start + k * group;
        if (end - start <= group || begin >= end || begin >= window + group) return {};
        return {begin, end - begin < group ? end - begin : group, first_slot<T>(start) + k};
    }

    /// Folds at most a group of values by a warp.
    /// @return the total, on lane 0
    template <class T, class Warp, class Input, class Op>
    GPUALGO_DEVICE static T fold_segments(Warp const& warp, Input in, std::size_t size, Op op) {
        constexpr segmentation shape(sizeof(T));
        auto const count = static_cast<unsigned>(shape.count(size));
        T mine{}; // the total of segment k is lane k's
        for (unsigned k = 0; k < count; ++k) {
            std::size_t const offset = k * shape.size();
            T const total = segment_fold<T, T, convert_to<T>, Op>::run(warp, in.from(offset),
                                                                       size - offset, {}, op);
            T const shared = warp.shfl(total, 0);
            if (warp.thread_rank() == k) mine = shared;
        }
        return fold_lanes(warp, mine, count, op);
    }
};

/// The kernel body of the second launch.
struct finish_runs {
    static constexpr unsigned threads = 256; ///< of a block

    /// Runs the thread's part.
    template <class Context, class T, class Op>
    GPUALGO_DEVICE static void run(Context const& context, fold_runs_arguments<T> const& arguments,
                                   Op op) {
        if (arguments.positions.n > group_of_runs<T>) fold_long_runs(context, arguments, op);
        auto const values = context.global(arguments.values);
        auto const totals = context.global(arguments.totals);
        auto const runs = positions_of(context, arguments.positions);
        std::size_t r = context.block_rank() * threads + context.block().thread_rank();
        for (; r < arguments.positions.runs; r += context.num_blocks() * threads) {
            std::size_t const begin = runs.start(r), size = runs.start(r + 1) - begin;
            if (size <= most_few)
                totals.put(
                    r, quieted(fold_few<T>(values.from(begin), static_cast<unsigned>(size), op)));
        }
    }

private:
    /// Folds the long runs that start in the block's windows.
    template <class Context, class T, class Op>
    GPUALGO_DEVICE static void fold_long_runs(Context const& context,
                                              fold_runs_arguments<T> const& arguments, Op op) {
        constexpr std::size_t group = group_of_runs<T>;
        auto const runs = positions_of(context, arguments.positions);
        std::size_t const n = arguments.positions.n;
        for (std::size_t w = context.block_rank(); w * group < n; w += context.num_blocks()) {
            std::size_t const next = runs.first_from((w + 1) * group);
            if (next == runs.first_from(w * group)) continue;
            std::size_t const start = runs.start(next - 1), size = runs.start(next) - start;
            if (size > group)
                fold(context, arguments, next - 1, first_slot<T>(start), (size + group - 1) / group,
                     op);
        }
    }

    /// Folds `count` totals of groups, from a slot on, in adjacent pairs and in place.
    template <class Context, class T, class Op>
    GPUALGO_DEVICE static void fold(Context const& context, fold_runs_arguments<T> const& arguments,
                                    std::size_t r, std::size_t slot, std::size_t count, Op op) {
        auto const partials = context.global(arguments.partials).from(slot);
        auto const block = context.block();
        std::size_t const rank = block.thread_rank();
        for (std::size_t stride = 1; stride < count; stride *= 2) {
            for (std::size_t i = 2 * rank * stride; i + stride < count; i += 2 * threads * stride)
                partials.put(i, op(partials.get(i), partials.get(i + stride)));
            block.sync();
        }
        if (rank == 0) context.global(arguments.totals).put(r, quieted(partials.get(0)));
    }
};

} // namespace gpu::inline v0::kernel
