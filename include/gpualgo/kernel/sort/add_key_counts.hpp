// SPDX-License-Identifier: Apache-2.0
/// @file
/// Adds up the counters of `count_keys`: over the blocks, and over the keys of a segment.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/operators.hpp>
#include <gpualgo/kernel/scan/warp_scan.hpp>
#include <gpualgo/kernel/sort/count_keys.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// Where the runs of equal keys end. A segment is 512 neighbouring keys.
struct key_ends {
    static constexpr unsigned segment = 512;                 ///< keys
    static constexpr unsigned segments = num_keys / segment; ///< of all keys

    std::uint32_t* of_keys;     ///< for each key: numbers of its segment up to its last one
    std::uint32_t* of_segments; ///< numbers of each segment
};

/// The arguments of `add_key_counts`.
struct add_key_counts_arguments {
    std::uint32_t const* counters; ///< see `count_keys_arguments`
    std::uint32_t const* halves;   ///< likewise
    unsigned blocks;               ///< that counted
    key_ends ends;                 ///< the result
};

/// The kernel body: a block per segment.
struct add_key_counts {
    static constexpr unsigned columns = key_ends::segment / 2; ///< words of a segment
    static constexpr unsigned rows = 4;                        ///< of threads
    static constexpr unsigned threads = rows * columns;        ///< per block
    static constexpr unsigned warps = columns / 32;            ///< that add up keys
    /// Bytes of shared memory: two sums per thread, and one per warp.
    static constexpr std::size_t shared_bytes = (2 * threads + warps) * sizeof(std::uint32_t);

    /// Runs the thread's part.
    template <class Context, class Nothing>
    GPUALGO_DEVICE static void run(Context const& context,
                                   add_key_counts_arguments const& arguments, Nothing) {
        unsigned const rank = context.block().thread_rank();
        unsigned const column = rank % columns, row = rank / columns;
        std::size_t const word = context.block_rank() * columns + column;
        auto const counters = context.global(arguments.counters);
        std::uint32_t first = 0, second = 0; // of the word's two keys
        auto const add = [&](std::uint32_t both) {
            first += both & 0xffff;
            second += both >> 16;
        };
        auto const load = [&](unsigned block) {
            return counters.get(std::size_t{block} * count_keys::words + word);
        };
        constexpr unsigned at_once = 8;
        unsigned block = row;
        for (; block + (at_once - 1) * rows < arguments.blocks; block += at_once * rows) {
            std::uint32_t loaded[at_once];
            unrolled_on_gpu<at_once, at_once>(
                [&](unsigned k) { loaded[k] = load(block + k * rows); });
            unrolled_on_gpu<at_once, at_once>([&](unsigned k) { add(loaded[k]); });
        }
        for (; block < arguments.blocks; block += rows) add(load(block));

        auto const sums = context.template shared<std::uint32_t>();
        sums.put(rank, first);
        sums.put(threads + rank, second);
        context.block().sync();
        auto const of_warps = sums.from(2 * threads);
        auto const warp = context.template tile<32>();
        std::uint32_t x[2] = {0, 0};
        if (row == 0) {
            for (unsigned r = 0; r < rows; ++r) {
                x[0] += sums.get(r * columns + column);
                x[1] += sums.get(threads + r * columns + column);
            }
            if (arguments.halves != nullptr) {
                auto const halves = context.global(arguments.halves);
                x[0] += halves.get(2 * word);
                x[1] += halves.get(2 * word + 1);
            }
            scan_lanes_in_any_order(warp, x, plus());
            if (warp.thread_rank() == 31) of_warps.put(warp.meta_group_rank(), x[1]);
        }
        context.block().sync();
        if (row != 0) return;
        std::uint32_t before = 0;
        for (unsigned w = 0; w < warp.meta_group_rank(); ++w) before += of_warps.get(w);
        auto const of_keys = context.global(arguments.ends.of_keys);
        of_keys.put(2 * word, before + x[0]);
        of_keys.put(2 * word + 1, before + x[1]);
        if (column == columns - 1)
            context.global(arguments.ends.of_segments).put(context.block_rank(), before + x[1]);
    }
};

} // namespace gpu::inline v0::kernel
