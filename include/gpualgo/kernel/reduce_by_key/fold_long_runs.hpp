// SPDX-License-Identifier: Apache-2.0
/// @file
/// The totals of runs that were folded in groups.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/reduce_by_key/fold_runs.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// The kernel body. Launched if there are more values than a group.
struct fold_long_runs {
    static constexpr unsigned threads = 256;                 ///< of a block
    static constexpr std::size_t shared_bytes = threads / 8; ///< a bit per thread
    static constexpr bool may_start_early = true;
    static constexpr bool finishes = true;

    /// Runs the thread's part.
    template <class Context, class T, class Op>
    GPUALGO_DEVICE static void run(Context const& context, fold_runs_arguments<T> const& arguments,
                                   Op op) {
        std::size_t const homes = (arguments.runs.n - 1) / group_of_runs(sizeof(T)) + 1;
        // unless totals fit, `fold_runs` has written nothing; then all runs have no groups
        std::size_t first = threads * context.block_rank();
        for (; first < homes; first += threads * context.num_blocks())
            fold_runs_of(context, arguments, first, homes, op);
        if (context.is_last_block()) finish_runs(context, arguments);
    }

private:
    static constexpr unsigned each = 16; ///< totals that a thread folds at once
    static constexpr unsigned most_of_warp = 8 * each;

    /// Folds the totals of runs that begin in some groups, one group per thread. The thread folds a
    /// few totals, the warp more, and the block many.
    template <class Context, class T, class Op>
    GPUALGO_DEVICE static void fold_runs_of(Context const& context,
                                            fold_runs_arguments<T> const& arguments,
                                            std::size_t first, std::size_t homes, Op op) {
        auto const block = context.block();
        auto const warp = context.template tile<32>();
        auto const long_runs = context.global(arguments.runs.long_runs);
        auto const groups = context.global(arguments.groups);
        auto const write = [&](std::size_t run, T total) {
            context.global(arguments.totals.first).put(run, quieted(total));
        };
        std::size_t const home = first + block.thread_rank();
        long_run found{0, 0};
        if (home < homes) found = long_runs.get(home);
        if (found.groups > 0 && found.groups <= each)
            write(found.run, fold_each(groups.from(first_group_slot(home)), 1, found.groups, op));
        bool const is_for_block = found.groups > most_of_warp;
        for (std::uint32_t rest = warp.ballot(found.groups > each && !is_for_block); rest != 0;
             rest &= rest - 1) {
            unsigned const owner = lowest_bit(rest);
            std::size_t const count = warp.shfl(found.groups, owner);
            auto const totals =
                groups.from(first_group_slot(first + 32 * warp.meta_group_rank() + owner));
            fold(warp, totals, count, op);
            if (warp.thread_rank() == owner) write(found.run, totals.get(0));
        }
        auto const owners = context.template shared<std::uint32_t>(); // a bit per thread
        std::uint32_t const mine = warp.ballot(is_for_block);
        if (warp.thread_rank() == 0) owners.put(warp.meta_group_rank(), mine);
        block.sync();
        for (unsigned w = 0; w < threads / 32; ++w)
            for (std::uint32_t rest = owners.get(w); rest != 0; rest &= rest - 1) {
                std::size_t const owner = first + 32 * w + lowest_bit(rest);
                auto const totals = groups.from(first_group_slot(owner));
                long_run const run = long_runs.get(owner);
                fold(block, totals, run.groups, op);
                if (block.thread_rank() == 0) write(run.run, totals.get(0));
            }
        block.sync();
    }

    /// Folds totals in adjacent pairs and in place.
    /// @param threads_of a warp or a block, which calls
    template <class Threads, class Array, class Op>
    GPUALGO_DEVICE static void fold(Threads const& threads_of, Array totals, std::size_t count,
                                    Op op) {
        for (std::size_t stride = 1; stride < count; stride *= each) {
            std::size_t const step = each * stride;
            for (std::size_t i = threads_of.thread_rank() * step; i < count;
                 i += threads_of.num_threads() * step)
                totals.put(i, fold_each(totals.from(i), stride, count - i, op));
            threads_of.sync();
        }
    }

    /// @return the fold of totals 0, stride, ... of the first `count`
    template <class Array, class Op>
    GPUALGO_DEVICE static auto fold_each(Array totals, std::size_t stride, std::size_t count,
                                         Op op) {
        typename Array::value_type x[each];
        for (unsigned k = 0; k < each; ++k) x[k] = totals.get(k * stride < count ? k * stride : 0);
        for (unsigned s = 1; s < each; s *= 2)
            for (unsigned k = 0; k + s < each; k += 2 * s)
                if ((k + s) * stride < count) x[k] = op(x[k], x[k + s]);
        return x[0];
    }
};

} // namespace gpu::inline v0::kernel
