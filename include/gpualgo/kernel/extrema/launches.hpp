// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launch that finds the smallest and largest element, the same on the simulated device and on
/// GPUs. See kernel/reduce/launches.hpp for queues.
#pragma once

#include <gpualgo/kernel/extrema/extrema.hpp>
#include <gpualgo/kernel/kernel_name.hpp>
#include <gpualgo/kernel/reduce/launches.hpp>

#include <algorithm>
#include <cstddef>

namespace gpu::inline v0::detail {

/// Threads per block.
inline constexpr unsigned extrema_block = 256;

template <bool Both>
inline constexpr unsigned largest_block<kernel::extrema<Both>> = extrema_block;
template <bool Both>
inline constexpr kernel_name name_of_kernel<kernel::extrema<Both>> = {Both ? "extrema"
                                                                           : "extremum"};

/// Finds the element at the front of an order and, if `Both`, the one at its end.
/// @param in the bits of n > 0 numbers, or another input of n elements
/// @param order gives their keys
template <bool Both, class Queue, class Input, class Order>
auto find_extrema(Queue& queue, Input in, std::size_t n, Order order) {
    using key = typename Order::key_type;
    using found = kernel::extrema_found<key, Both>;
    using body = kernel::extrema<Both>;
    std::size_t const vectors = n / (16 / sizeof(kernel::element_of<Input>));
    std::size_t const blocks = vectors / extrema_block + 1; // one vector per thread
    // A single block waits for no other. A larger grid is limited to the resident blocks, whose
    // threads then take several vectors each.
    std::size_t const grid = vectors <= extrema_block * body::vectors_at_once
                                 ? 1
                                 : std::min(blocks, queue.resident_blocks(extrema_block));
    found* const by_blocks = queue.template allocate<found>(grid);
    found* const out = queue.template result<found>();
    kernel::extrema_arguments<Input, Both, key> const arguments{in, n, by_blocks, out};
    queue.template launch<body>(
        launch_config{grid, extrema_block, extrema_block / 32 * sizeof(found)}, arguments, order);
    return queue.fetch(out);
}

} // namespace gpu::inline v0::detail
