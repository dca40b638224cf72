// SPDX-License-Identifier: Apache-2.0
/// @file
/// Sorts of few numbers on GPUs, by one block. Compiled in instances/sort_vendor.cu.
#pragma once

#include "cuda/queue.hpp"

#include <gpualgo/kernel/sort/launches.hpp>

#include <cstddef>

namespace gpu::inline v0::detail {

/// The shape of the block.
struct block_sort_shape {
    static constexpr unsigned threads = 256;
    static constexpr unsigned items = 19;                ///< numbers per thread
    static constexpr std::size_t most = threads * items; ///< numbers that a block sorts
    static_assert(most == block_of_cub);
};

/// Whether a block sorts numbers: it is faster than merges, but for few numbers of 4 bytes.
template <class Bits>
constexpr bool is_sorted_by_block(std::size_t n) {
    constexpr std::size_t few = sizeof(Bits) <= 2 ? 0 : 1024;
    return n > few && n <= block_sort_shape::most;
}

/// Sorts numbers of 1, 2 or 4 bytes in place.
/// @param n at most `block_sort_shape::most`
template <class Bits>
void sort_in_block(cuda_queue& queue, Bits* keys, std::size_t n, kernel::sort_order<Bits> order);

} // namespace gpu::inline v0::detail
