// SPDX-License-Identifier: Apache-2.0
/// @file
/// Copies the selected elements of an array in their order, in one launch that reads each element
/// once and writes each result once.
///
/// 1. Each block draws the number of its tile, so that all smaller tiles are already at work.
/// 2. Each warp loads and tests its elements, and ranks the selected ones by a scan of its lanes.
/// 3. Each thread adds the totals of the warps, and one publishes the tile's total.
/// 4. The elements go to shared memory, in the order of the output. Then the first warp adds the
///    totals of all tiles before, see look_back.hpp.
/// 5. The block copies them to the output: neighbouring threads write neighbouring elements.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/select/arguments.hpp>
#include <gpualgo/kernel/select/look_back.hpp>
#include <gpualgo/kernel/select/warp_selection.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// The kernel body. The grid has one block per tile, and several tiles share `words`: the number of
/// tiles drawn, and then one word per tile.
/// @tparam Partitions whether elements that are not selected are copied, too
template <bool Partitions>
class select_stable {
public:
    static constexpr unsigned warps = 8; ///< of a block

private:
    // words of shared memory before the tile's elements: the warps' totals, then these
    static constexpr unsigned tile_place = warps, sum_place = warps + 1, header_words = warps + 2;
    template <class T>
    static constexpr std::size_t
        first_staged = (header_words * sizeof(shared_word) + sizeof(T) - 1) / sizeof(T);

public:
    static constexpr bool lets_next_start = true; ///< waits for the launch that clears its words

    /// Elements of a tile.
    template <class T>
    static constexpr unsigned tile_size = warps* warp_shape<T>::size;

    /// Bytes of shared memory.
    template <class T>
    static constexpr std::size_t shared_bytes = (first_staged<T> + tile_size<T>)*sizeof(T);

    /// Runs the thread's part.
    template <class Context, class T, class Test>
    GPUALGO_DEVICE static void run(Context const& context, select_arguments<T> const& arguments,
                                   Test test) {
        auto const header = context.template shared<shared_word>();
        auto const staged = context.template shared<T>().from(first_staged<T>);
        auto const in = context.global(arguments.in);
        auto const warp = context.template tile<32>();
        unsigned const rank = context.block().thread_rank();
        bool const is_single = context.num_blocks() == 1;

        if (!is_single && rank == 0)
            header.put(tile_place, context.global(arguments.words).fetch_add(0, 1));
        if (!is_single) context.block().sync();
        std::size_t const tile = is_single ? 0 : header.get(tile_place);
        std::size_t const begin = tile * tile_size<T>;
        std::size_t const rest = arguments.n - begin;
        unsigned const count = rest < tile_size<T> ? static_cast<unsigned>(rest) : tile_size<T>;
        unsigned const of_warp = warp.meta_group_rank() * warp_shape<T>::size;
        unsigned const first = of_warp < count ? of_warp : count;
        warp_selection<T, decltype(in)> const elements(warp, in, begin + first, rest - first, test);

        if (warp.thread_rank() == 0) header.put(warp.meta_group_rank(), elements.total());
        context.block().sync();
        unsigned before = 0,
                 total = 0; // selected elements of the warps before this one, and of all
        for (unsigned w = 0; w < warps; ++w) {
            auto const of_one = static_cast<unsigned>(header.get(w));
            before += w < warp.meta_group_rank() ? of_one : 0;
            total += of_one;
        }
        if (!is_single && rank == 0) look_back_of(context, arguments).publish_total(tile, total);
        elements.for_each([&](T const& x, unsigned i) { staged.put(before + i, x); },
                          [&](T const& x, unsigned i) {
                              if constexpr (Partitions) staged.put(total + (first - before) + i, x);
                          });
        if (!is_single && warp.meta_group_rank() == 0) {
            auto const sum = look_back_of(context, arguments).sum_before(warp, tile, total);
            if (rank == 0) header.put(sum_place, sum);
        }
        context.block().sync();

        std::size_t const sum = is_single ? 0 : header.get(sum_place);
        copy(context, staged, total, arguments.selected, sum);
        if constexpr (Partitions)
            copy(context, staged.from(total), count - total, arguments.others, begin - sum);
        if (rank == 0 && rest <= tile_size<T>)
            context.global(arguments.out).put(0, {sum + total, arguments.n - sum - total});
    }

private:
    template <class Context, class T>
    GPUALGO_DEVICE static auto look_back_of(Context const& context,
                                            select_arguments<T> const& arguments) {
        return look_back(context.global(arguments.words).from(1));
    }

    /// Copies a tile's elements of one kind.
    /// @param first the index of their first one in the output
    template <class Context, class Array, class T>
    GPUALGO_DEVICE static void copy(Context const& context, Array staged, unsigned count,
                                    select_target<T> target, std::size_t first) {
        std::size_t const room = target.room > first ? target.room - first : 0;
        auto const end = room < count ? static_cast<unsigned>(room) : count;
        if (end == 0) return; // then there may be no memory
        auto const out = context.global(target.first);
        for (unsigned i = context.block().thread_rank(); i < end; i += 32 * warps)
            out.put(first + i, staged.get(i));
    }
};

} // namespace gpu::inline v0::kernel
