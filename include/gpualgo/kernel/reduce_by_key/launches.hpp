// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches of reductions by key, the same on the simulated device and on GPUs. See
/// kernel/reduce/launches.hpp for queues.
#pragma once

#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/kernel_name.hpp>
#include <gpualgo/kernel/reduce_by_key/find_runs.hpp>
#include <gpualgo/kernel/reduce_by_key/fold_runs.hpp>
#include <gpualgo/kernel/select/launches.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

template <>
inline constexpr unsigned largest_block<kernel::find_runs> = 32 * kernel::find_runs::warps;
template <>
inline constexpr unsigned largest_block<kernel::fold_runs> = 32 * kernel::fold_runs::warps;
template <>
inline constexpr unsigned largest_block<kernel::finish_runs> = kernel::finish_runs::threads;

template <>
inline constexpr kernel_name name_of_kernel<kernel::find_runs> = {"find_runs"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::fold_runs> = {"fold_runs"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::finish_runs> = {"finish_runs"};

/// Finds the runs of equal keys, and waits.
/// @param in n > 0 keys
/// @param keys receives the first key of each run. If there are more runs than it has room for,
/// only their number is right
template <class Queue, class Bits, class Test>
kernel::found_runs find_all_runs(Queue& queue, Bits const* in, std::size_t n,
                                 kernel::select_target<Bits> keys, Test test) {
    using body = kernel::find_runs;
    constexpr std::size_t tile = body::template tile_size<Bits>;
    std::size_t const tiles = (n - 1) / tile + 1;
    keys.room = std::min(keys.room, n);
    auto* const starts =
        queue.template allocate<std::uint32_t>(std::max<std::size_t>(keys.room, 1));
    auto* const before = queue.template allocate<kernel::shared_word>(tiles);
    auto* const words = tiles > 1 ? cleared_words(queue, 1 + tiles) : nullptr;
    auto* const runs = queue.template result<kernel::shared_word>();
    queue.template launch<body>(
        launch_config{tiles, 32 * body::warps, body::template shared_bytes<Bits>},
        kernel::find_runs_arguments<Bits>{in, n, keys, starts, before, words, runs}, test);
    std::size_t const found = queue.fetch(runs);
    return {n, found, starts, before, static_cast<unsigned>(kernel::bit_width(tile)) - 1};
}

/// Reduces the values of each run, and waits.
/// @param totals one per run
template <class Queue, class T, class Op>
void fold_all_runs(Queue& queue, T const* values, kernel::found_runs const& found, T* totals,
                   Op op) {
    using body = kernel::fold_runs;
    constexpr unsigned threads = 32 * body::warps;
    constexpr std::size_t group = kernel::group_of_runs<T>;
    static_assert(group % kernel::find_runs::tile_size<std::uint8_t> == 0 &&
                      group % kernel::find_runs::tile_size<std::uint16_t> == 0,
                  "a window must begin with a tile, see run_positions");
    std::size_t const windows = (found.n - 1) / group + 1;
    // a warp folds its longer runs one after the other
    unsigned const runs_per_warp = found.n / found.runs <= kernel::most_few ? 32 : 1;
    T* const partials = windows > 1 ? queue.template allocate<T>(2 * windows) : nullptr;
    kernel::fold_runs_arguments<T> const arguments{values, found, runs_per_warp, partials, totals};
    std::size_t const steps = windows + (found.runs - 1) / runs_per_warp + 1;
    if (found.runs < found.n)
        queue.template launch<body>(launch_config{std::min((steps - 1) / body::warps + 1,
                                                           4 * queue.resident_blocks(threads)),
                                                  threads, 0},
                                    arguments, op);
    using last = kernel::finish_runs;
    std::size_t const blocks = std::max((found.runs - 1) / last::threads + 1, windows);
    queue.template launch<last>(
        launch_config{std::min(blocks, 4 * queue.resident_blocks(last::threads)), last::threads, 0},
        arguments, op);
    queue.wait();
}

} // namespace gpu::inline v0::detail
