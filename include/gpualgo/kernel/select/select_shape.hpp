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
/// @tparam Bytes of a warp's elements, if the size of T is a power of two up to 16. A multiple of
///         512, which the lanes load at once as vectors
/// @tparam Way in which the kernel takes tiles
template <class T, unsigned Bytes, scan_way Way>
struct select_shape {
    static constexpr scan_way way = Way;
    /// tiles that a block takes at once: up to three of 2 KiB per warp, but none in turn
    static constexpr unsigned most_at_once = Way == scan_way::in_turn ? 0 : 3 * 2048 / Bytes;
    static constexpr unsigned blocks = 2;                 ///< per multiprocessor
    static constexpr unsigned log_warps = 3;              ///< of `warps`
    static constexpr unsigned warps = 1 << log_warps;     ///< that have elements
    static constexpr unsigned threads = 32 * (warps + 2); ///< two more warps exchange totals
    /// elements of 16 bytes; 1 if these are no whole ones
    static constexpr unsigned vector = 16 % sizeof(T) == 0 ? 16 / sizeof(T) : 1;
    /// rows of 32 elements per warp
    static constexpr unsigned rows =
        sizeof(T) <= 16 ? Bytes / 32 / unsigned(bit_floor(sizeof(T))) : 1;
    static constexpr unsigned per_warp = 32 * rows;    ///< elements per warp
    static constexpr unsigned tile = warps * per_warp; ///< elements per tile
    /// elements of shared memory per warp: if the array is not aligned, there is a vector more
    static constexpr unsigned warp_slots = per_warp + (vector > 1 ? vector : 0);
    /// bytes of shared memory per tile, whose first element may have to be aligned
    static constexpr std::size_t tile_bytes =
        ((warps * warp_slots + (16 % sizeof(T) != 0 ? 1 : 0)) * sizeof(T) + 15) / 16 * 16;
};

/// Bytes of a warp's elements if its block takes a share at once. With more of the narrow elements,
/// their rows would take longer than the way to memory.
template <class T>
inline constexpr unsigned select_bytes = sizeof(T) <= 2 ? 1024 : 2048;

/// The shape of selections from few elements: one vector per lane, so that more warps work.
template <class T>
using select_few = select_shape<T, 512, scan_way::at_once>;
/// The shape if a block takes its share at once.
template <class T>
using select_at_once = select_shape<T, select_bytes<T>, scan_way::at_once>;
/// The shape if blocks take tiles in turn. A tile's barriers then are a larger part of its time.
template <class T>
using select_in_turn = select_shape<T, 2048, scan_way::in_turn>;
/// The same by a test that is not the library's own. With larger tiles of the narrow elements, some
/// tests would leave too few registers.
template <class T>
using select_in_turn_by_any_test =
    with_short_code<select_shape<T, select_bytes<T>, scan_way::in_turn>>;

/// How many tiles of `select_few` are few. More of the narrow elements are still faster by one tile
/// per block.
template <class T>
inline constexpr unsigned most_small_tiles = sizeof(T) <= 2 ? 256 : 32;

} // namespace gpu::inline v0::kernel
