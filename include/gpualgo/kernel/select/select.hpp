// SPDX-License-Identifier: Apache-2.0
/// @file
/// Copies the selected elements of an array in their order, in one launch that reads each element
/// once and writes each result once.
///
/// Tiles go through a pipeline, see kernel/scan/tile_pipeline.hpp: the number of selected elements
/// is its total. There, `scan` tests the elements of each warp, and `write` copies the selected
/// ones from shared memory to the output.
///
/// A warp has its elements in rows of 32, one per lane. The lanes vote: a word has a bit per
/// element of a row, which tells whether it is selected. So a lane finds the place of its element
/// by counting the bits below its own, and moves it there in shared memory. Later, lanes write
/// neighbouring elements.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/operators.hpp>
#include <gpualgo/kernel/scan/tile_pipeline.hpp>
#include <gpualgo/kernel/select/arguments.hpp>
#include <gpualgo/kernel/select/select_shape.hpp>
#include <gpualgo/kernel/select/staged_rows.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace gpu::inline v0::kernel {

/// The stages of a selection, for one thread of a warp that has elements.
/// @tparam Partitions whether elements that are not selected are copied, too
/// @tparam Shape of tiles
/// @tparam Tiles a tile_pipeline
template <bool Partitions, class Shape, class Context, class T, class Test, class Tiles>
class select_stages {
    using arguments = select_arguments<T>;
    using warp_tile = decltype(std::declval<Context const&>().template tile<32>());
    using rows = staged_rows<T, Shape, Context, warp_tile>;

public:
    GPUALGO_DEVICE select_stages(Context const& context, Tiles const& tiles, arguments const& a,
                                 Test& test)
        : context_(context), warp_(context.template tile<32>()), tiles_(tiles), a_(a), test_(test) {
    }

    /// Begins to copy the warp's elements to shared memory.
    GPUALGO_DEVICE void load(unsigned place, unsigned slot) const { rows_of(place, slot).load(); }

    /// Tests the warp's elements, and moves the selected ones to the front.
    /// @return how many there are
    GPUALGO_DEVICE std::uint64_t scan(unsigned place, unsigned slot) const {
        return rows_of(place, slot).template compact<Partitions>(test_);
    }

    /// Copies the warp's elements to the outputs.
    GPUALGO_DEVICE void write(unsigned place, unsigned slot) const {
        rows const own = rows_of(place, slot);
        std::uint64_t selected = 0; // before the warp's elements
        tiles_.for_each_node(place, [&](std::uint64_t node) { selected += node; });
        auto const total = static_cast<unsigned>(tiles_.total_of_warp(place));
        std::uint64_t const others = own.first() - selected;
        unsigned const n = own.count();
        if (unsigned const room = limited(a_.selected, selected, total); room > 0)
            own.put_front(context_.global(a_.selected.first + selected), room);
        if constexpr (Partitions)
            if (unsigned const room = limited(a_.others, others, n - total); room > 0)
                own.put_back(context_.global(a_.others.first + others), room);
        if (n > 0 && own.first() + n == a_.n && warp_.thread_rank() == 0)
            context_.global(a_.out).put(0, {selected + total, a_.n - selected - total});
    }

private:
    GPUALGO_DEVICE rows rows_of(unsigned place, unsigned slot) const {
        return rows(context_, warp_, a_.in, a_.n, tiles_.tile(place), slot);
    }

    /// @return how many of `count` elements from `first` on a target has room for
    GPUALGO_DEVICE static unsigned limited(select_target<T> const& target, std::size_t first,
                                           unsigned count) {
        std::size_t const room = target.room > first ? target.room - first : 0;
        return room < count ? static_cast<unsigned>(room) : count;
    }

    Context const& context_;
    warp_tile warp_;
    Tiles const& tiles_;
    arguments const& a_;
    Test& test_;
};

/// The kernel body.
/// @tparam Shape of tiles, by the elements' type
template <bool Partitions, template <class> class Shape>
struct select_stable {
    static constexpr bool waits_for_blocks = true; ///< blocks wait for totals of others
    static constexpr bool may_start_early = true;  ///< by programmatic dependent launch

    /// @return whether a launch should start while the one ahead of it ends
    template <class Arguments>
    static bool starts_early(Arguments const& arguments) {
        return arguments.pipeline.is_at_once;
    }

    /// Selects from tiles until none is left.
    template <class Context, class T, class Test>
    GPUALGO_DEVICE static void run(Context const& context, select_arguments<T> const& arguments,
                                   Test test) {
        using pipeline = tile_pipeline<Context, std::uint64_t, plus, Shape<T>>;
        pipeline tiles(context, arguments.pipeline, plus());
        tiles.run(select_stages<Partitions, Shape<T>, Context, T, Test, pipeline>(context, tiles,
                                                                                  arguments, test));
    }
};

} // namespace gpu::inline v0::kernel
