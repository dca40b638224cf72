// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches of a scan, the same on the simulated device and on GPUs. See
/// pipeline_launch.hpp for queues.
#pragma once

#include <gpualgo/kernel/kernel_name.hpp>
#include <gpualgo/kernel/reduce/launches.hpp>
#include <gpualgo/kernel/scan/automatic.hpp>
#include <gpualgo/kernel/scan/pipeline_launch.hpp>

#include <cstddef>

namespace gpu::inline v0::detail {

/// A scan of n elements.
/// @tparam T the type in which totals are computed
template <class Value, class T>
struct scan_problem {
    Value const* in;
    Value* out; ///< may be the input
    std::size_t n;
    T init; ///< if `has_init`
    bool has_init;
    bool is_exclusive; ///< has an init
};

template <>
inline constexpr unsigned largest_block<kernel::scan_canonical> =
    kernel::scan_shape<int, int>::threads;
template <>
inline constexpr unsigned least_blocks<kernel::scan_canonical> =
    kernel::scan_shape<int, int>::blocks;
template <>
inline constexpr kernel_name name_of_kernel<kernel::scan_canonical> = {"scan_canonical"};

/// Launches the kernel of a shape.
template <class Shape, class Queue, class Value, class T, class Op>
void launch_scan(Queue& queue, scan_problem<Value, T> const& problem, pipeline_grid const& grid,
                 Op op) {
    kernel::scan_arguments<Value, T, Shape> const arguments{
        problem.in, problem.out, problem.n, problem.init, problem.has_init, problem.is_exclusive};
    launch_pipeline<kernel::scan_canonical, T, Shape>(queue, (problem.n - 1) / Shape::tile + 1,
                                                      grid, arguments, op);
}

/// Scans in the canonical order by tiles of a size.
/// @tparam AtOnce the shape of kernels whose blocks scan a share at once
/// @tparam InTurn the same of blocks that take tiles in turn
template <class AtOnce, class InTurn, class Queue, class Value, class T, class Op>
void scan_by_tiles(Queue& queue, scan_problem<Value, T> const& problem, Op op) {
    static_assert(AtOnce::tile == InTurn::tile);
    auto const grid = pipeline_grid_of<T, InTurn>(queue, (problem.n - 1) / InTurn::tile + 1);
    if (grid.is_at_once) launch_scan<AtOnce>(queue, problem, grid, op);
    else launch_scan<InTurn>(queue, problem, grid, op);
}

/// Scans in the canonical order, in one launch.
template <class Queue, class Value, class T, class Op>
void scan_automatic(Queue& queue, scan_problem<Value, T> const& problem, Op op) {
    using small = kernel::small_tiles<Value, T>;
    std::size_t const multiprocessors = queue.resident_blocks(threads_of_multiprocessor);
    if (problem.n <= multiprocessors * small::tile)
        launch_scan<small>(queue, problem, {(problem.n - 1) / small::tile + 1, 1, true}, op);
    else
        scan_by_tiles<kernel::scan_shape<Value, T, kernel::scan_way::at_once>,
                      kernel::scan_shape<Value, T, kernel::scan_way::in_turn>>(queue, problem, op);
    queue.wait();
}

} // namespace gpu::inline v0::detail
