// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches of reductions by key, the same on the simulated device and on GPUs. See
/// kernel/scan/pipeline_launch.hpp for queues.
#pragma once

#include <gpualgo/kernel/kernel_name.hpp>
#include <gpualgo/kernel/look_back_memory.hpp>
#include <gpualgo/kernel/reduce/launches.hpp>
#include <gpualgo/kernel/reduce_by_key/find_runs.hpp>
#include <gpualgo/kernel/reduce_by_key/fold_long_runs.hpp>
#include <gpualgo/kernel/reduce_by_key/fold_runs.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

template <>
inline constexpr unsigned largest_block<kernel::find_runs> = 32 * kernel::find_runs::warps;
template <>
inline constexpr unsigned largest_block<kernel::fold_runs> = kernel::fold_runs::threads;
template <>
inline constexpr unsigned largest_block<kernel::fold_long_runs> = kernel::fold_long_runs::threads;

template <>
inline constexpr kernel_name name_of_kernel<kernel::find_runs> = {"find_runs"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::fold_runs> = {"fold_runs"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::fold_long_runs> = {"fold_long_runs"};

/// Finds the runs of equal keys.
/// @param in n > 0 keys
/// @param keys receives the first key of each run. If there are more runs than it has room for,
/// only their number is right
/// @param total_size bytes of a value
template <class Queue, class Bits, class Test>
kernel::found_runs find_all_runs(Queue& queue, Bits const* in, std::size_t n,
                                 kernel::select_target<Bits> keys, std::size_t total_size,
                                 Test test) {
    using body = kernel::find_runs;
    constexpr std::size_t piece = body::template piece_size<Bits>;
    static_assert(kernel::run_window % piece == 0);
    unsigned const steps = body::steps_for<Bits>(n, queue.resident_blocks(32 * body::warps),
                                                 queue.most_shared_bytes());
    std::size_t const tile = body::warps * steps * piece, tiles = (n - 1) / tile + 1;
    std::size_t const windows = (tiles * tile - 1) / kernel::run_window + 1;
    std::size_t const group = kernel::group_of_runs(total_size);
    auto* const heads = queue.template allocate<std::uint32_t>(windows * kernel::words_of_window);
    auto* const before = queue.template allocate<kernel::runs_before>(windows);
    auto* const count = queue.template allocate<std::uint64_t>(1);
    auto* const long_runs =
        n > group ? queue.template allocate<kernel::long_run>((n - 1) / group + 1) : nullptr;
    look_back_memory memory{};
    if (tiles > 1)
        memory = queue.look_back(tiles * sizeof(kernel::run_word), sizeof(kernel::run_word));
    queue.template launch<body>(
        launch_config{tiles, 32 * body::warps, body::template shared_bytes<Bits>(steps)},
        kernel::find_runs_arguments<Bits>{in, n, keys, heads, before, count, long_runs, group,
                                          steps, memory.control,
                                          static_cast<kernel::run_word*>(memory.words)},
        test);
    return {n, heads, before, count, long_runs};
}

/// Reduces the values of each run, and waits.
/// @param totals receives one per run; no more are written than fit
/// @return the number of runs
template <class Queue, class T, class Op>
std::size_t fold_all_runs(Queue& queue, T const* values, kernel::found_runs const& found,
                          kernel::select_target<T> totals, Op op) {
    using body = kernel::fold_runs;
    std::size_t const groups = (found.n - 1) / kernel::group_of_runs(sizeof(T)) + 1;
    bool const has_groups = found.long_runs != nullptr;
    kernel::fold_runs_arguments<T> const arguments{
        values, found, totals, has_groups ? queue.template allocate<T>(2 * groups) : nullptr,
        queue.template result<std::uint64_t>()};
    queue.template launch<body>(launch_config{(found.n - 1) / kernel::run_window + 1, body::threads,
                                              body::template shared_bytes<T>},
                                arguments, op);
    using last = kernel::fold_long_runs;
    if (has_groups)
        queue.template launch<last>(launch_config{std::min((groups - 1) / last::threads + 1,
                                                           queue.resident_blocks(last::threads)),
                                                  last::threads, last::shared_bytes},
                                    arguments, op);
    return queue.fetch(arguments.result);
}

} // namespace gpu::inline v0::detail
