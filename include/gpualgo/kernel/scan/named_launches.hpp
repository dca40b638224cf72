// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches of a scan by a named strategy, the same on the simulated device and on GPUs.
#pragma once

#include <gpualgo/kernel/scan/launches.hpp>
#include <gpualgo/kernel/scan/named.hpp>

#include <algorithm>
#include <cstddef>

namespace gpu::inline v0::detail {

template <class Policy>
inline constexpr kernel_name name_of_kernel<kernel::scan_by_blocks<Policy>> = {
    "scan", Policy::name, known_spaces[static_cast<std::size_t>(Policy::spaces[0])]};
template <>
inline constexpr kernel_name name_of_kernel<kernel::precede_blocks> = {"precede"};

/// Launches a scan: blocks, then the totals of blocks likewise, then what precedes each block.
/// @param is_result whether NaNs are quieted; not those of totals
template <class Policy, class Queue, class T, class Op>
void launch_named_scan(Queue& queue, scan_problem<T, T> const& problem, unsigned threads, Op op,
                       bool is_result) {
    using body = kernel::scan_by_blocks<Policy>;
    constexpr unsigned items = body::template items<T>;
    std::size_t const grid = (problem.n - 1) / (std::size_t{threads} * items) + 1;
    T* const totals = queue.template allocate<T>(grid);
    queue.template launch<body>(launch_config{grid, threads, threads * sizeof(T)},
                                kernel::block_scan_arguments<T>{problem.in, problem.out, problem.n,
                                                                totals, problem.is_exclusive},
                                op);
    if (grid > 1) {
        scan_problem<T, T> const of_totals{totals, totals, grid, T{}, false, false};
        // a block of one thread would never make fewer totals
        launch_named_scan<Policy>(queue, of_totals, std::max(threads, 32u), op, false);
    }
    if (grid == 1 && !is_result) return;
    queue.template launch<kernel::precede_blocks>(
        launch_config{grid, threads, 0},
        kernel::precede_arguments<T>{problem.out, problem.n, items, totals, problem.init,
                                     problem.has_init, problem.is_exclusive},
        op);
}

/// Scans by a named strategy.
template <class Policy, class Queue, class T, class Op>
void scan_named(Queue& queue, scan_problem<T, T> const& problem, unsigned threads, Op op) {
    launch_named_scan<Policy>(queue, problem, threads, op, true);
    queue.wait();
}

} // namespace gpu::inline v0::detail
