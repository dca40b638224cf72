// SPDX-License-Identifier: Apache-2.0
/// @file
/// Finds the runs of equal keys: copies the first key of each run, and notes where runs begin. One
/// launch reads each key once:
///
/// 1. Each block draws the number of its tile, so that all smaller tiles are already at work.
/// 2. Each warp compares its keys with those before them. The first keys of runs go to shared
///    memory, in the order of the output.
/// 3. The first warp adds the runs of all tiles before, see run_look_back.hpp.
/// 4. Each warp copies its first keys to the output.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/look_back_memory.hpp>
#include <gpualgo/kernel/reduce_by_key/run_heads.hpp>
#include <gpualgo/kernel/reduce_by_key/run_look_back.hpp>
#include <gpualgo/kernel/reduce_by_key/run_windows.hpp>
#include <gpualgo/kernel/select/arguments.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// The arguments of `find_runs`.
template <class Bits>
struct find_runs_arguments {
    Bits const* in;              ///< the keys
    std::size_t n;               ///< how many, at least one
    select_target<Bits> keys;    ///< the first key of each run; no more runs are written than fit
    std::uint32_t* heads;        ///< see found_runs
    runs_before* before;         ///< see found_runs
    std::uint64_t* count;        ///< see found_runs
    long_run* long_runs;         ///< receives zeros, one per group of values; null if none can be
    std::size_t group;           ///< values of a group: a power of two, at least a piece
    unsigned steps;              ///< pieces of a warp
    unsigned long long* control; ///< see look_back_memory; unused if there is one tile
    run_word* words;             ///< one per tile, see look_back_memory
};

/// The kernel body. The grid has one block per tile. Each warp has some pieces of the tile, one
/// after the other.
class find_runs {
public:
    static constexpr unsigned warps = 8; ///< of a block
    static constexpr bool waits_for_blocks = true;

private:
    // words of shared memory before the keys: the pieces' runs, and their last ones, then these
    static constexpr unsigned most_pieces = 32, last_place = most_pieces,
                              tile_place = 2 * most_pieces, stamp_place = tile_place + 1,
                              sum_place = stamp_place + 1, header_words = sum_place + warps;
    template <class Bits>
    static constexpr std::size_t first_staged = header_words * sizeof(std::uint64_t) / sizeof(Bits);

public:
    static constexpr unsigned most_steps = most_pieces / warps; ///< pieces of a warp

    /// Keys of a piece.
    template <class Bits>
    static constexpr unsigned piece_size = 32 * rows_of_heads<Bits>;

    /// Bytes of shared memory.
    template <class Bits>
    static constexpr std::size_t shared_bytes(unsigned steps) {
        return (first_staged<Bits> + warps * steps * piece_size<Bits>)*sizeof(Bits);
    }

    /// @param n keys
    /// @param blocks that the device runs at once
    /// @param most_bytes of shared memory that a block may have
    /// @return pieces of a warp: many, so that there are few look-backs, but a tile for each block.
    /// A tile has whole windows
    template <class Bits>
    static constexpr unsigned steps_for(std::size_t n, std::size_t blocks, std::size_t most_bytes) {
        unsigned steps = most_steps;
        constexpr unsigned window = run_window / (warps * piece_size<Bits>);
        constexpr unsigned least = window > 1 ? window : 1;
        static_assert(find_runs::shared_bytes<Bits>(least) <= 48 * 1024, "every GPU has these");
        while (steps > least && (n / (warps * steps * piece_size<Bits>) < blocks ||
                                 find_runs::shared_bytes<Bits>(steps) > most_bytes))
            steps /= 2;
        return steps;
    }

    /// Runs the thread's part.
    template <class Context, class Bits, class Test>
    GPUALGO_DEVICE static void run(Context const& context,
                                   find_runs_arguments<Bits> const& arguments, Test test) {
        auto const header = context.template shared<std::uint64_t>();
        auto const in = context.global(arguments.in);
        auto const warp = context.template tile<32>();
        unsigned const rank = context.block().thread_rank(), w = warp.meta_group_rank();
        unsigned const steps = arguments.steps, size = steps * piece_size<Bits>; // of a warp
        bool const is_single = context.num_blocks() == 1;

        if (!is_single) {
            if (rank == 0) take_tile(context, arguments, header);
            context.block().sync();
        }
        std::size_t const tile = is_single ? 0 : header.get(tile_place);
        std::size_t const begin = tile * warps * size, mine = begin + w * size;
        auto const staged = context.template shared<Bits>().from(first_staged<Bits> + w * size);
        unsigned count = 0; // runs of the warp
        run_heads<Bits, decltype(warp)> heads(warp);
        warp_keys<Bits> next; // in flight while heads are found
        next.load(in, warp.thread_rank(), mine, arguments.n);
        for (unsigned s = 0; s < steps; ++s) {
            std::size_t const first = mine + s * piece_size<Bits>;
            auto const keys = next;
            if (s + 1 < steps)
                next.load(in, warp.thread_rank(), first + piece_size<Bits>, arguments.n);
            heads.find(keys, test, [&](Bits key, unsigned i) { staged.put(count + i, key); });
            heads.write_bits(context.global(arguments.heads).from(first / 32));
            unsigned const last = heads.last();
            if (warp.thread_rank() == 0) {
                header.put(w * steps + s, heads.total());
                header.put(last_place + w * steps + s, last == 0 ? 0 : first + last);
            }
            count += heads.total();
        }
        context.block().sync();
        if (w == 0) count_earlier(context, arguments, warp, header, tile);
        context.block().sync();
        write_keys(context, arguments, warp, staged, count, header.get(sum_place + w));
    }

private:
    /// Takes the number of the block's tile, so that all smaller ones are at work, and that of the
    /// launch. After the last tile, prepares the counter for the next launch.
    template <class Context, class Bits, class Header>
    GPUALGO_DEVICE static void
    take_tile(Context const& context, find_runs_arguments<Bits> const& arguments, Header header) {
        unsigned long long const taken = context.fetch_add(arguments.control, 1ull);
        auto const tile = static_cast<std::uint32_t>(taken);
        header.put(tile_place, tile);
        header.put(stamp_place, detail::launch_number(taken));
        if (tile + std::size_t{1} == context.num_blocks())
            context.store_relaxed(arguments.control, detail::counter_after(taken));
    }

    /// Adds the runs before each piece. Called by a warp: a lane has a piece.
    template <class Context, class Bits, class Warp, class Header>
    GPUALGO_DEVICE static void count_earlier(Context const& context,
                                             find_runs_arguments<Bits> const& arguments,
                                             Warp const& warp, Header header, std::size_t tile) {
        unsigned const lane = warp.thread_rank(), pieces = warps * arguments.steps;
        bool const is_piece = lane < pieces;
        unsigned const own = is_piece ? static_cast<unsigned>(header.get(lane)) : 0;
        std::uint64_t const own_last = is_piece ? header.get(last_place + lane) : 0;
        unsigned count = own;
        std::uint64_t last = own_last;
        for (unsigned distance = 1; distance < 32; distance *= 2) {
            unsigned const fewer = warp.shfl_up(count, distance);
            std::uint64_t const earlier = warp.shfl_up(last, distance);
            if (lane < distance) continue;
            count += fewer;
            if (last == 0) last = earlier;
        }
        run_totals const all{warp.shfl(count, 31), warp.shfl(last, 31)};
        std::uint64_t before = warp.shfl_up(last, 1);
        if (lane == 0) before = 0;
        run_totals sum{0, 0};
        if (context.num_blocks() > 1) {
            auto const stamp = static_cast<std::uint32_t>(header.get(stamp_place));
            run_look_back<Context> const others(context, arguments.words, stamp);
            if (lane == 0) others.publish(tile, all);
            sum = others.before(warp, tile, all);
        }
        if (is_piece && lane % arguments.steps == 0)
            header.put(sum_place + lane / arguments.steps, sum.count + count - own);
        std::size_t const first = (tile * pieces + lane) * piece_size<Bits>;
        if (!is_piece || first >= arguments.n) return;
        if (before == 0) before = sum.last;
        if (first % run_window == 0)
            context.global(arguments.before)
                .put(first / run_window, {sum.count + count - own, before == 0 ? 0 : before - 1});
        if (arguments.long_runs != nullptr && first % arguments.group == 0)
            context.global(arguments.long_runs).put(first / arguments.group, {0, 0});
        if (arguments.n - first <= piece_size<Bits>)
            context.global(arguments.count).put(0, sum.count + count);
    }

    /// Writes the keys of a warp's runs.
    /// @param sum runs before them
    template <class Context, class Bits, class Warp, class Array>
    GPUALGO_DEVICE static void
    write_keys(Context const& context, find_runs_arguments<Bits> const& arguments, Warp const& warp,
               Array staged, unsigned count, std::size_t sum) {
        std::size_t const room = arguments.keys.room > sum ? arguments.keys.room - sum : 0;
        auto const end = room < count ? static_cast<unsigned>(room) : count;
        if (end == 0) return; // then there may be no memory
        auto const out = context.global(arguments.keys.first).from(sum);
        for (unsigned i = warp.thread_rank(); i < end; i += 32) out.put(i, staged.get(i));
    }
};

} // namespace gpu::inline v0::kernel
