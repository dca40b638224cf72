// SPDX-License-Identifier: Apache-2.0
/// @file
/// Finds the runs of equal keys: copies the first key of each run, and notes where runs begin. One
/// launch reads each key once. It is a selection of the keys that differ from the one before, see
/// kernel/select/select.hpp. The bits of its rows are those that `found_runs` has.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/reduce_by_key/run_windows.hpp>
#include <gpualgo/kernel/scan/tile_pipeline.hpp>
#include <gpualgo/kernel/select/arguments.hpp>
#include <gpualgo/kernel/select/select_shape.hpp>
#include <gpualgo/kernel/select/staged_rows.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace gpu::inline v0::kernel {

/// The arguments of `find_runs`.
template <class Bits>
struct find_runs_arguments {
    Bits const* in;                ///< the keys
    std::size_t n;                 ///< how many, at least one
    select_target<Bits> keys;      ///< the first key of each run; no more runs are written than fit
    std::uint32_t* heads;          ///< see found_runs
    runs_before* before;           ///< see found_runs
    std::uint64_t* count;          ///< see found_runs
    long_run* long_runs;           ///< receives zeros, one per group of values; null if none can be
    std::size_t group;             ///< values of a group: a power of two
    pipeline_arguments pipeline{}; ///< see `tile_pipeline`
};

/// Runs of some neighbouring keys.
struct run_totals {
    std::uint64_t count = 0; ///< how many begin there
    std::uint64_t last = 0;  ///< the position after the first key of the last one; 0 if none does
};

/// Adds runs.
struct add_runs {
    static constexpr bool has_any_order = true; ///< see tile_pipeline
    GPUALGO_DEVICE run_totals operator()(run_totals const& a, run_totals const& b) const {
        return {a.count + b.count, a.last < b.last ? b.last : a.last};
    }
};

/// The stages of the search, for one thread of a warp that has keys.
template <class Context, class Bits, class Test>
class run_stages {
    using shape = select_shape<Bits>;
    using arguments = find_runs_arguments<Bits>;
    using pipeline = tile_pipeline<Context, run_totals, add_runs, shape>;
    using warp_tile = decltype(std::declval<Context const&>().template tile<32>());
    using rows = staged_rows<Bits, run_totals, Context, warp_tile>;
    static_assert(run_window % shape::per_warp == 0, "a warp begins each window");

public:
    GPUALGO_DEVICE run_stages(Context const& context, pipeline const& tiles, arguments const& a,
                              Test const& test)
        : context_(context), warp_(context.template tile<32>()), tiles_(tiles), a_(a), test_(test) {
    }

    /// Begins to copy the warp's keys to shared memory.
    GPUALGO_DEVICE void load(unsigned place, unsigned slot) const { rows_of(place, slot).load(); }

    /// Finds the warp's runs, and writes the bits of its rows.
    GPUALGO_DEVICE run_totals scan(unsigned place, unsigned slot) const {
        unsigned const lane = warp_.thread_rank();
        rows const own = rows_of(place, slot);
        std::uint32_t mine = 0; // the bits of the row whose number is the lane's
        unsigned const count =
            own.template compact<false>(test_, [&](unsigned r, std::uint32_t bits) {
                if (lane == r) mine = bits;
            });
        if (lane < shape::rows) context_.global(a_.heads).put(own.first() / 32 + lane, mine);
        std::uint32_t const with_heads = warp_.ballot(mine != 0);
        if (with_heads == 0) return {};
        unsigned const row = highest_bit(with_heads);
        return {count, own.first() + 32 * row + highest_bit(warp_.shfl(mine, row)) + 1};
    }

    /// Writes the first keys of the warp's runs, and what precedes them.
    GPUALGO_DEVICE void write(unsigned place, unsigned slot) const {
        rows const own = rows_of(place, slot);
        run_totals before;
        tiles_.for_each_node(place, [&](run_totals node) { before = add_runs()(before, node); });
        auto const count = static_cast<unsigned>(tiles_.total_of_warp(place).count);
        std::size_t const room = a_.keys.room > before.count ? a_.keys.room - before.count : 0;
        unsigned const written = room < count ? static_cast<unsigned>(room) : count;
        if (written > 0) own.put_front(context_.global(a_.keys.first + before.count), written);
        if (warp_.thread_rank() == 0 && own.count() > 0) note(own, before, count);
    }

private:
    GPUALGO_DEVICE rows rows_of(unsigned place, unsigned slot) const {
        return rows(context_, warp_, a_.in, a_.n, tiles_.tile(place), slot);
    }

    /// Called by one lane. Writes what `found_runs` says of the warp's first key.
    GPUALGO_DEVICE void note(rows const& own, run_totals const& before, unsigned count) const {
        std::size_t const first = own.first();
        if (first % run_window == 0)
            context_.global(a_.before).put(first / run_window,
                                           {before.count, before.last == 0 ? 0 : before.last - 1});
        if (a_.long_runs != nullptr && first % a_.group == 0)
            context_.global(a_.long_runs).put(first / a_.group, {0, 0});
        if (first + own.count() == a_.n) context_.global(a_.count).put(0, before.count + count);
    }

    Context const& context_;
    warp_tile warp_;
    pipeline const& tiles_;
    arguments const& a_;
    Test const& test_;
};

/// The kernel body.
struct find_runs {
    static constexpr bool waits_for_blocks = true; ///< blocks wait for totals of others

    /// Finds runs in tiles until none is left.
    template <class Context, class Bits, class Test>
    GPUALGO_DEVICE static void run(Context const& context,
                                   find_runs_arguments<Bits> const& arguments, Test const& test) {
        tile_pipeline<Context, run_totals, add_runs, select_shape<Bits>> tiles(
            context, arguments.pipeline, add_runs());
        tiles.run(run_stages<Context, Bits, Test>(context, tiles, arguments, test));
    }
};

} // namespace gpu::inline v0::kernel
