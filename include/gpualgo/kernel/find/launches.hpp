// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches that find the first match, the same on the simulated device and on GPUs. See
/// kernel/reduce/launches.hpp for queues.
#pragma once

#include <gpualgo/kernel/find/find_first.hpp>
#include <gpualgo/kernel/select/launches.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// Threads per block.
inline constexpr unsigned find_block = 256;

template <>
inline constexpr unsigned largest_block<kernel::find_first> = find_block;
template <>
inline constexpr kernel_name name_of_kernel<kernel::find_first> = {"find_first"};

/// Finds the first element, or pair, that passes a test.
/// @param in a pointer to n > 0 elements, or `kernel::pairs` of them
/// @return its index, or n if there is none
template <class Queue, class Input, class Test>
std::uint64_t find_first(Queue& queue, Input in, std::size_t n, Test test) {
    using body = kernel::find_first;
    std::size_t const size = std::size_t{find_block / 32} * body::tile_vectors *
                             body::template width<kernel::element_of<Input>>;
    std::size_t const grid = std::min((n - 1) / size + 1, queue.resident_blocks(find_block));
    auto* const words =
        grid > 1 ? cleared_words(queue, 1) : queue.template allocate<kernel::shared_word>(1);
    auto* const found = queue.template result<kernel::shared_word>();
    queue.template launch<body>(launch_config{grid, find_block, 0},
                                kernel::find_arguments<Input>{in, n, words, found}, test);
    return std::min<std::uint64_t>(queue.fetch(found), n);
}

} // namespace gpu::inline v0::detail
