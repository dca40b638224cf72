// SPDX-License-Identifier: Apache-2.0
/// @file
/// Finds the runs of equal keys: copies the first key of each run, and notes its position. One
/// launch reads each key once, by the steps of `select_stable`.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/select/arguments.hpp>
#include <gpualgo/kernel/select/look_back.hpp>
#include <gpualgo/kernel/select/warp_selection.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// The arguments of `find_runs`.
template <class Bits>
struct find_runs_arguments {
    Bits const* in;           ///< the keys
    std::size_t n;            ///< how many, at least one
    select_target<Bits> keys; ///< the first key of each run; no more runs are written than fit
    std::uint32_t* starts;    ///< the low half of the position of each of these keys
    shared_word* before;      ///< one per tile: the runs that start before it
    shared_word* words;       ///< zeros, if there are several tiles: one, and one per tile
    shared_word* runs;        ///< the result: the number of runs
};

/// The kernel body. The grid has one block per tile.
class find_runs {
public:
    static constexpr unsigned warps = 8; ///< of a block

private:
    // words of shared memory before the tile's starts: the warps' totals, then these
    static constexpr unsigned tile_place = warps, sum_place = warps + 1, header_words = warps + 2;
    using place = std::uint16_t; // in a tile
    static constexpr std::size_t first_place = header_words * sizeof(shared_word) / sizeof(place);

public:
    static constexpr bool lets_next_start = true; ///< waits for the launch that clears its words

    /// Keys of a tile, a power of two.
    template <class Bits>
    static constexpr unsigned tile_size = warps* warp_shape<Bits>::size;

    /// Bytes of shared memory.
    template <class Bits>
    static constexpr std::size_t shared_bytes = (first_place + tile_size<Bits>)*sizeof(place);

    /// Runs the thread's part.
    template <class Context, class Bits, class Test>
    GPUALGO_DEVICE static void run(Context const& context,
                                   find_runs_arguments<Bits> const& arguments, Test test) {
        auto const header = context.template shared<shared_word>();
        auto const starts = context.template shared<place>().from(first_place);
        auto const in = context.global(arguments.in);
        auto const warp = context.template tile<32>();
        unsigned const rank = context.block().thread_rank();
        bool const is_single = context.num_blocks() == 1;

        if (!is_single && rank == 0)
            header.put(tile_place, context.global(arguments.words).fetch_add(0, 1));
        if (!is_single) context.block().sync();
        std::size_t const tile = is_single ? 0 : header.get(tile_place);
        std::size_t const begin = tile * tile_size<Bits>;
        std::size_t const rest = arguments.n - begin;
        unsigned const count =
            rest < tile_size<Bits> ? static_cast<unsigned>(rest) : tile_size<Bits>;
        unsigned const of_warp = warp.meta_group_rank() * warp_shape<Bits>::size;
        unsigned const first = of_warp < count ? of_warp : count;
        warp_selection<Bits, decltype(in)> const keys(warp, in, begin + first, rest - first, test);

        if (warp.thread_rank() == 0) header.put(warp.meta_group_rank(), keys.total());
        context.block().sync();
        unsigned earlier = 0, total = 0; // runs that start in the warps before this one, and in all
        for (unsigned w = 0; w < warps; ++w) {
            auto const of_one = static_cast<unsigned>(header.get(w));
            earlier += w < warp.meta_group_rank() ? of_one : 0;
            total += of_one;
        }
        if (!is_single && rank == 0) look_back_of(context, arguments).publish_total(tile, total);
        keys.for_each([&](Bits, unsigned i,
                          unsigned k) { starts.put(earlier + i, static_cast<place>(first + k)); },
                      [](Bits, unsigned) {});
        if (!is_single && warp.meta_group_rank() == 0) {
            auto const sum = look_back_of(context, arguments).sum_before(warp, tile, total);
            if (rank == 0) header.put(sum_place, sum);
        }
        context.block().sync();

        std::size_t const sum = is_single ? 0 : header.get(sum_place);
        write(context, arguments, starts, total, sum, begin);
        if (rank != 0) return;
        context.global(arguments.before).put(tile, sum);
        if (rest <= tile_size<Bits>) context.global(arguments.runs).put(0, sum + total);
    }

private:
    template <class Context, class Bits>
    GPUALGO_DEVICE static auto look_back_of(Context const& context,
                                            find_runs_arguments<Bits> const& arguments) {
        return look_back(context.global(arguments.words).from(1));
    }

    /// Writes the runs that start in a tile.
    /// @param sum runs before the tile
    /// @param begin the tile's first key
    template <class Context, class Bits, class Places>
    GPUALGO_DEVICE static void write(Context const& context,
                                     find_runs_arguments<Bits> const& arguments, Places places,
                                     unsigned total, std::size_t sum, std::size_t begin) {
        std::size_t const room = arguments.keys.room > sum ? arguments.keys.room - sum : 0;
        auto const end = room < total ? static_cast<unsigned>(room) : total;
        if (end == 0) return; // then there may be no memory
        auto const in = context.global(arguments.in);
        auto const out = context.global(arguments.keys.first);
        auto const starts = context.global(arguments.starts);
        for (unsigned i = context.block().thread_rank(); i < end; i += 32 * warps) {
            std::size_t const start = begin + places.get(i);
            out.put(sum + i, in.get(start));
            starts.put(sum + i, static_cast<std::uint32_t>(start));
        }
    }
};

} // namespace gpu::inline v0::kernel
