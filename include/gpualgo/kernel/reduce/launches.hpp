// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches of a reduction, the same on the simulated device and on GPUs.
///
/// A `Queue` is the access of one call to a device: it owns the call's scratch and launches kernel
/// bodies in order.
/// - `allocate<T>(count)`: uninitialized device memory, until the queue is destroyed
/// - `result<T>()`: memory for the call's result, one per queue. The device can write it, and
///   `fetch` reads it without a copy
/// - `resident_blocks(threads)`: blocks of that size that the device certainly runs at once
/// - `launch<Body>(shape, arguments, op)`: launches a kernel body; reports show the first launch
/// - `operation<T>(op)`: the operator in the form that kernels for accumulators of type T take
/// - `named_operation<T>(op)`: the operator in the form that kernels of named strategies take
/// - `named_type<T>`: the type of numbers on which they compute, with the bits of T
/// - `fetch(pointer)`: waits for all launches and returns the value in `result<T>()`
///
/// A queue may have two more functions, for a part of a larger range:
/// - `part()`: the groups that the part has; empty for one result
/// - `leave(partials, count)`: has the host read these after all launches
#pragma once

#include <gpualgo/abi/call_result.hpp>
#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/kernel/block.hpp>
#include <gpualgo/kernel/elementwise.hpp>
#include <gpualgo/kernel/reduce/automatic.hpp>
#include <gpualgo/kernel/reduce/bank_conflict_free.hpp>
#include <gpualgo/kernel/reduce/canonical_shape.hpp>
#include <gpualgo/kernel/reduce/cg_tile.hpp>
#include <gpualgo/kernel/reduce/collect.hpp>
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

/// Blocks for which a multiprocessor should have registers at the same time; 1 if any number will
/// do. Specialise it for bodies whose launches rely on that.
template <class Body>
inline constexpr unsigned least_blocks = 1;

/// The shape of a launch over n > 0 elements in a grid-stride loop.
template <class Queue>
launch_config loop_over(Queue& queue, std::size_t n) {
    return {std::min((n - 1) / default_block_size + 1, queue.resident_blocks(default_block_size)),
            default_block_size, 0};
}

/// The groups of segments of a part of a larger range. They are aligned in that range.
struct part_groups {
    unsigned log = 0;         ///< binary logarithm of the segments per group, 5 at most
    unsigned skipped = 0;     ///< segments of the first group that lie before the part
    std::size_t partials = 0; ///< of complete groups, and of the segments of incomplete ones
};

/// Computes the partials of a part of a larger range, in one launch.
/// @param n elements of complete segments, at least one
template <class Queue, class Input, class T, class Op, class Load>
void reduce_part(Queue& queue, Input in, std::size_t n, part_groups const& part, T init, Op op,
                 Load load) {
    std::size_t const segments = kernel::segmentation(sizeof(kernel::element_of<Input>)).count(n);
    std::size_t const groups = ((part.skipped + segments - 1) >> part.log) + 1;
    T* const partials = queue.template allocate<T>(part.partials);
    kernel::canonical_arguments<Input, T, Load> const arguments{
        in, n, part.log, partials, nullptr, init, load, true, part.skipped};
    queue.template launch<kernel::reduce_canonical>(
        launch_config{groups, warps_of_group(part.log) * 32, sizeof(T) << part.log}, arguments, op);
    queue.leave(partials, part.partials);
}

/// Copies arrays on the device to memory that the host reads after all launches.
template <class Queue>
void launch_collect(Queue& queue, kernel::collect_arguments const& arguments) {
    constexpr unsigned threads = 128; // small blocks spread over many multiprocessors
    std::size_t pieces = 0;
    for (auto const& array : arguments.arrays) pieces += array.pieces();
    queue.template launch<kernel::collect>(
        launch_config{(pieces + threads - 1) / threads, threads, 0}, arguments, 0);
}

/// Reduces in the canonical order, in one launch.
/// @param in a pointer to n elements, or `kernel::pairs` of them
/// @param load converts an element, or a pair, to an accumulator
template <class Queue, class Input, class T, class Op, class Load = kernel::convert_to<T>>
T reduce_automatic(Queue& queue, Input in, std::size_t n, T init, Op op, Load load = {}) {
    if constexpr (requires { queue.part(); })
        if (auto const part = queue.part()) {
            reduce_part(queue, in, n, *part, init, op, load);
            return init;
        }
    std::size_t const segments = kernel::segmentation(sizeof(kernel::element_of<Input>)).count(n);
    constexpr std::size_t resident =
        fewest_canonical_blocks * (kernel::adds_floats_in_double<Input, Load, Op> ? 2 : 1);
    canonical_shape const shape =
        canonical_shape_of(segments, queue.resident_blocks(1024), resident);
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
    queue.template launch<kernel::transform<Load>>(
        loop_over(queue, n), kernel::transform_arguments<Input, T>{in, n, out}, load);
    return out;
}

} // namespace gpu::inline v0::detail
