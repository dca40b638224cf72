// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches of a reduction, the same on the simulated device and on GPUs.
///
/// A `Queue` is the access of one call to a device: it owns the call's scratch and launches kernel
/// bodies in order.
/// - `allocate<T>(count)`: uninitialized device memory, until the queue is destroyed
/// - `result<T>()`: memory for the call's result, one per queue. The device can write it, and
///   `fetch` reads it without a copy
/// - `resident_blocks(threads)`: the number of blocks of that size that the device runs at once
/// - `launch<Body>(shape, arguments, op)`: launches a kernel body; reports show the first launch
/// - `operation<T>(op)`: the operator in the form that kernels for accumulators of type T take
/// - `named_operation<T>(op)`: the operator in the form that kernels of named strategies take
/// - `fetch(pointer)`: waits for all launches and returns the value in `result<T>()`
///
/// A queue may have two more functions, for totals of groups of segments instead of one result:
/// - `group_log()`: the binary logarithm of the segments per group; empty for one result
/// - `group_totals<T>(count)`: memory for the totals, which the host reads after all launches
#pragma once

#include <gpualgo/abi/call_result.hpp>
#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/kernel/block.hpp>
#include <gpualgo/kernel/elementwise.hpp>
#include <gpualgo/kernel/reduce/automatic.hpp>
#include <gpualgo/kernel/reduce/bank_conflict_free.hpp>
#include <gpualgo/kernel/reduce/canonical_shape.hpp>
#include <gpualgo/kernel/reduce/cg_tile.hpp>
#include <gpualgo/kernel/reduce/interleaved.hpp>
#include <gpualgo/kernel/reduce/neighbored.hpp>
#include <gpualgo/kernel/reduce/neighbored_less.hpp>
#include <gpualgo/kernel/reduce/warp_shuffle.hpp>

#include <algorithm>
#include <cstddef>

namespace gpu::inline v0::detail {

/// The shape of a launch.
struct launch_config {
    std::size_t grid;         ///< blocks
    unsigned block;           ///< threads per block
    std::size_t shared_bytes; ///< dynamic shared memory per block
};

/// The largest block of a kernel body. A body that runs only in smaller blocks specialises this, to
/// get more registers per thread or more blocks per multiprocessor.
template <class Body>
inline constexpr unsigned largest_block = 1024;
template <>
inline constexpr unsigned largest_block<kernel::reduce_canonical> = largest_canonical_block;

/// Computes the totals of groups of 2^group_log segments, in one launch. Each group starts at a
/// multiple of its size, counted from the first element.
/// @param group_log 5 at most
template <class Queue, class Input, class T, class Op, class Load>
void reduce_groups(Queue& queue, Input in, std::size_t n, unsigned group_log, T init, Op op,
                   Load load) {
    std::size_t const segments = kernel::segmentation(sizeof(kernel::element_of<Input>)).count(n);
    std::size_t const groups = ((segments - 1) >> group_log) + 1;
    T* const partials = queue.template allocate<T>(groups);
    T* const totals = queue.template group_totals<T>(groups);
    kernel::canonical_arguments<Input, T, Load> const arguments{in,     n,    group_log, partials,
                                                                totals, init, load,      true};
    queue.template launch<kernel::reduce_canonical>(
        launch_config{groups, warps_of_group(group_log) * 32, sizeof(T) << group_log}, arguments,
        op);
}

/// Reduces in the canonical order, in one launch.
/// @param in a pointer to n elements, or `kernel::pairs` of them
/// @param load converts an element, or a pair, to an accumulator
template <class Queue, class Input, class T, class Op, class Load = kernel::convert_to<T>>
T reduce_automatic(Queue& queue, Input in, std::size_t n, T init, Op op, Load load = {}) {
    if constexpr (requires { queue.group_log(); })
        if (auto const group_log = queue.group_log()) {
            reduce_groups(queue, in, n, *group_log, init, op, load);
            return init;
        }
    std::size_t const segments = kernel::segmentation(sizeof(kernel::element_of<Input>)).count(n);
    canonical_shape const shape = canonical_shape_of(segments, queue.resident_blocks(1024));
    T* const partials = queue.template allocate<T>(shape.grid);
    T* const out = queue.template result<T>();
    kernel::canonical_arguments<Input, T, Load> const arguments{
        in, n, shape.group_log, partials, out, init, load};
    queue.template launch<kernel::reduce_canonical>(
        launch_config{shape.grid, shape.threads, sizeof(T) << shape.group_log}, arguments, op);
    return queue.fetch(out);
}

/// Reduces by a named strategy: one launch over the input and, if that has several blocks, another
/// one of a single block over their partials.
template <class Policy, memory_space Space, class Queue, class T, class Op>
T reduce_named(Queue& queue, T const* in, std::size_t n, T init, unsigned threads, Op op) {
    using body = kernel::reduce<Policy, Space>;
    std::size_t const grid = body::template blocks<T>(n, threads);
    std::size_t const slots = body::fold::template slots<T>(threads);
    std::size_t const shared = Space == memory_space::global ? 0 : slots * sizeof(T);
    T* const exchange =
        Space == memory_space::global ? queue.template allocate<T>(grid * slots) : nullptr;
    T* const out = queue.template result<T>();
    T* const partials = grid == 1 ? out : queue.template allocate<T>(grid);
    queue.template launch<body>(
        launch_config{grid, threads, shared},
        kernel::reduce_arguments<T>{in, n, exchange, partials, init, grid == 1}, op);
    if (grid > 1)
        queue.template launch<body>(
            launch_config{1, threads, shared},
            kernel::reduce_arguments<T>{partials, grid, exchange, out, init, true}, op);
    return queue.fetch(out);
}

/// Converts n elements to accumulators by `load`, in a launch before strategies that fold only
/// accumulators.
/// @return the accumulators
template <class T, class Queue, class Input, class Load>
T const* loaded(Queue& queue, Input in, std::size_t n, Load load) {
    T* const out = queue.template allocate<T>(n);
    std::size_t const grid = std::min((n + default_block_size - 1) / default_block_size,
                                      queue.resident_blocks(default_block_size));
    queue.template launch<kernel::transform<Load>>(
        launch_config{grid, default_block_size, 0},
        kernel::transform_arguments<Input, T>{in, n, out}, load);
    return out;
}

} // namespace gpu::inline v0::detail
