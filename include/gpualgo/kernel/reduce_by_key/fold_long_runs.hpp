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
    static constexpr unsigned threads = 256; ///< of a block
    static constexpr bool lets_next_start = true;
    static constexpr bool finishes = true;

    /// Runs the thread's part.
    template <class Context, class T, class Op>
    GPUALGO_DEVICE static void run(Context const& context, fold_runs_arguments<T> const& arguments,
                                   Op op) {
        std::size_t const homes = (arguments.runs.n - 1) / group_of_runs(sizeof(T)) + 1;
        std::size_t home = context.block_rank();
        // unless totals fit, `fold_runs` has written nothing; then all runs have no groups
        for (; home < homes; home += context.num_blocks()) {
            long_run const found = context.global(arguments.runs.long_runs).get(home);
            if (found.groups == 0) continue;
            auto const groups = context.global(arguments.groups).from(first_group_slot(home));
            fold(context, groups, found.groups, op);
            if (context.block().thread_rank() == 0)
                context.global(arguments.totals.first).put(found.run, quieted(groups.get(0)));
        }
        if (context.is_last_block()) finish_runs(context, arguments);
    }

private:
    static constexpr unsigned each = 16; ///< totals that a thread folds at once

    /// Folds totals in adjacent pairs and in place.
    template <class Context, class Array, class Op>
    GPUALGO_DEVICE static void fold(Context const& context, Array totals, std::size_t count,
                                    Op op) {
        auto const block = context.block();
        for (std::size_t stride = 1; stride < count; stride *= each) {
            std::size_t const step = each * stride;
            for (std::size_t i = block.thread_rank() * step; i < count; i += threads * step)
                totals.put(i, fold_each(totals.from(i), stride, count - i, op));
            block.sync();
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
