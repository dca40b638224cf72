// SPDX-License-Identifier: Apache-2.0
/// @file
/// What a reduction launches, the same on the simulated device and on GPUs.
///
/// A `Queue` is one call's way to a device: it owns the call's scratch and launches kernel bodies
/// in order.
/// - `allocate<T>(count)`: memory of the device, unwritten, until the queue is destroyed
/// - `result<T>()`: memory for the call's result, which the device can write and `fetch` reads at
/// once; one a queue
/// - `resident_blocks(threads)`: how many blocks of that size the device runs at once
/// - `launch<Body>(shape, arguments, op)`: all blocks of a kernel body; reports are filled from the
/// first
/// - `operation<T>(op)`: the operator, as kernels for accumulators of type T take it;
/// `named_operation<T>(op)`: as those of named
///   strategies do
/// - `fetch(pointer)`: waits for all launches and returns what lies in `result<T>()`
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
    unsigned block;           ///< threads a block
    std::size_t shared_bytes; ///< dynamic shared memory a block
};

/// The largest block of a kernel. A body that only runs in smaller ones adds a specialisation, and
/// gets more registers or more blocks a multiprocessor.
template <class Body>
inline constexpr unsigned largest_block = 1024;
template <>
inline constexpr unsigned largest_block<kernel::reduce_canonical> = largest_canonical_block;

/// The canonical order in one launch.
/// @param in a pointer to n elements, or `kernel::pairs` of them
/// @param load what makes an accumulator of an element, or of a pair
template <class Queue, class Input, class T, class Op, class Load = kernel::convert_to<T>>
T reduce_automatic(Queue& queue, Input in, std::size_t n, T init, Op op, Load load = {}) {
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

/// A named strategy: a launch over the input, and one of a single block over the blocks' partials.
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

/// The accumulators that `load` makes of n elements, for strategies that fold accumulators only.
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
