// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kernel of sorts by one block: CUB's radix sort of a block. Its passes take less time than
/// merges, as numbers of up to 4 bytes have few digits. No memory is needed, and nothing is copied.
#pragma once

#include "block_sort.hpp"
#include "cuda/launch.cuh"

#include <cub/block/block_radix_sort.cuh>

#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The arguments of `sort_block`.
template <class Bits>
struct block_sort_arguments {
    Bits* keys; ///< sorted in place
    unsigned n; ///< of `keys`, at most those of a block
};

/// The kernel body.
/// @tparam Items numbers per thread
template <unsigned Items>
struct sort_block {
    static constexpr bool finishes = true; ///< calls the context's `finish`
    static constexpr unsigned threads = block_sort_shape::threads;

    /// Runs the thread's part.
    template <class Context, class Bits>
    static __device__ void run(Context const& context, block_sort_arguments<Bits> const& arguments,
                               kernel::sort_order<Bits> order) {
        constexpr int bits_of_digit = sizeof(Bits) == 1 ? 4 : 6;
        using sort = cub::BlockRadixSort<Bits, threads, Items, cub::NullType, bits_of_digit>;
        __shared__ typename sort::TempStorage storage;
        unsigned const rank = context.block().thread_rank();
        auto const keys = context.global(arguments.keys);
        Bits own[Items]; // equal numbers have equal bits, so any thread may load any number
        for (unsigned k = 0; k < Items; ++k) {
            unsigned const i = k * threads + rank;
            own[k] = i < arguments.n ? order.key(keys.get(i)) : static_cast<Bits>(~Bits{});
        }
        sort(storage).SortBlockedToStriped(own);
        for (unsigned k = 0; k < Items; ++k) {
            unsigned const i = k * threads + rank;
            if (i < arguments.n) keys.put(i, order.number(own[k]));
        }
        if (context.is_last_block() && rank == 0) context.finish();
    }
};

template <unsigned Items>
inline constexpr unsigned largest_block<sort_block<Items>> = block_sort_shape::threads;
template <unsigned Items, class Arguments>
inline constexpr unsigned fewest_blocks<sort_block<Items>, Arguments> = 1;
template <unsigned Items>
inline constexpr kernel_name name_of_kernel<sort_block<Items>> = {"sort_block"};

template <class Bits>
void sort_in_block(cuda_queue& queue, Bits* keys, std::size_t n, kernel::sort_order<Bits> order) {
    using shape = block_sort_shape;
    block_sort_arguments<Bits> const arguments{keys, static_cast<unsigned>(n)};
    launch_config const block{1, shape::threads, 0};
    constexpr unsigned few = 4; // items, if most of them would not be there
    if (n <= few * shape::threads) queue.launch<sort_block<few>>(block, arguments, order);
    else queue.launch<sort_block<shape::items>>(block, arguments, order);
}

} // namespace gpu::inline v0::detail
