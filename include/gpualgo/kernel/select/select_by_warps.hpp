// SPDX-License-Identifier: Apache-2.0
/// @file
/// Copies the selected elements of an array in any order, by warp-aggregated atomics.
///
/// If each thread with a selected element drew its place in the output from a counter, the threads
/// of all warps would queue for it. Here one lane draws the places of all lanes of its warp, and a
/// scan of the lanes tells each of them its own. There is one atomic per warp and output.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/select/arguments.hpp>
#include <gpualgo/kernel/select/warp_selection.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// The kernel body. Each warp of the grid has its own elements. `words` are two counters.
/// @tparam Partitions whether elements that are not selected are copied, too
template <bool Partitions>
struct select_by_warps {
    static constexpr bool finishes = true;        ///< calls the context's `finish`
    static constexpr bool may_start_early = true; ///< waits for the launch that clears its words

    /// Elements of a warp.
    template <class T>
    static constexpr unsigned warp_size = warp_shape<T>::size;

    /// Runs the thread's part.
    template <class Context, class T, class Test>
    GPUALGO_DEVICE static void run(Context const& context, select_arguments<T> const& arguments,
                                   Test test) {
        auto const in = context.global(arguments.in);
        auto const warp = context.template tile<32>();
        std::size_t const begin =
            (context.block_rank() * warp.meta_group_size() + warp.meta_group_rank()) * warp_size<T>;
        if (begin < arguments.n) {
            warp_selection<T, decltype(in)> const elements(warp, in, begin, arguments.n - begin,
                                                           test);
            unsigned const selected = elements.total();
            unsigned const others = elements.count() - selected;
            std::size_t const first = draw(context, arguments, 0, selected);
            std::size_t const first_other =
                Partitions ? draw(context, arguments, 1, others) : std::size_t{};
            elements.for_each(
                [&](T const& x, unsigned i) { put(context, arguments.selected, first + i, x); },
                [&](T const& x, unsigned i) {
                    if constexpr (Partitions) put(context, arguments.others, first_other + i, x);
                });
        }
        if (!context.is_last_block() || context.block().thread_rank() != 0) return;
        auto const selected = context.global(arguments.words).get(0);
        context.global(arguments.out).put(0, {selected, arguments.n - selected});
        context.finish();
    }

private:
    /// Draws the places of a warp's elements: one atomic.
    /// @return the first place, on all lanes
    template <class Context, class T>
    GPUALGO_DEVICE static shared_word draw(Context const& context,
                                           select_arguments<T> const& arguments, unsigned counter,
                                           unsigned count) {
        auto const warp = context.template tile<32>();
        shared_word first = 0;
        if (warp.thread_rank() == 0 && count > 0)
            first = context.global(arguments.words).fetch_add(counter, count);
        return warp.shfl(first, 0);
    }

    template <class Context, class T>
    GPUALGO_DEVICE static void put(Context const& context, select_target<T> target,
                                   std::size_t place, T const& x) {
        if (place < target.room) context.global(target.first).put(place, x);
    }
};

} // namespace gpu::inline v0::kernel
