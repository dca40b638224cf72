// SPDX-License-Identifier: Apache-2.0
/// @file
/// The tiles of a selection, in shared memory.
#pragma once

#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/scan/pipeline_memory.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// The shape of a tile. No result depends on it.
/// @tparam T the elements' type
template <class T>
struct select_shape {
    static constexpr scan_way way = scan_way::either;     ///< see `tile_pipeline`
    static constexpr unsigned blocks = 2;                 ///< per multiprocessor
    static constexpr unsigned log_warps = 3;              ///< of `warps`
    static constexpr unsigned warps = 1 << log_warps;     ///< that have elements
    static constexpr unsigned threads = 32 * (warps + 2); ///< two more warps exchange totals
    /// elements of 16 bytes; 1 if these are no whole ones
    static constexpr unsigned vector = 16 % sizeof(T) == 0 ? 16 / sizeof(T) : 1;
    /// rows of 32 elements per warp: up to 2 KiB. Elements of 2 bytes have half of that: with 32
    /// rows, selections of few elements were slower
    static constexpr unsigned rows = sizeof(T) == 1    ? 32
                                     : sizeof(T) == 2  ? 16
                                     : sizeof(T) <= 16 ? 64 / unsigned(bit_floor(sizeof(T)))
                                                       : 1;
    static constexpr unsigned per_warp = 32 * rows;    ///< elements per warp
    static constexpr unsigned tile = warps * per_warp; ///< elements per tile
    /// elements of shared memory per warp: if the array is not aligned, there is a vector more
    static constexpr unsigned warp_slots = per_warp + (vector > 1 ? vector : 0);
    /// bytes of shared memory per tile, whose first element may have to be aligned
    static constexpr std::size_t tile_bytes =
        ((warps * warp_slots + (16 % sizeof(T) != 0 ? 1 : 0)) * sizeof(T) + 15) / 16 * 16;
};

} // namespace gpu::inline v0::kernel
