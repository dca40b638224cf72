// SPDX-License-Identifier: Apache-2.0
/// @file
/// Sums of parts of tiles, in memory of the GPU.
#pragma once

#include "neighbours.hpp"
#include "tile_stream.hpp"

#include <gpualgo/kernel/function.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::sm90 {

/// The position of an element in a tile.
struct element_place {
    int row, column;
};

/// The parts of tiles of a product. A slot has the pairs of all threads, one pair after another.
template <class Sum>
struct tile_parts {
    tile_stream stream;
    neighbours<Sum>* slots = nullptr; ///< one per block; null if no tile is divided
    std::uint32_t* written = nullptr; ///< one per block and multiplying warp, see part_sums.cuh
    std::uint32_t* pace = nullptr;    ///< see pacer
};

/// The multiplying warps of kernels that divide tiles.
inline constexpr int multiplying_warps = 8;

/// The number of pairs in the slots of a product's parts.
/// @param elements of a tile
constexpr std::size_t pairs_of_slots(tile_stream const& stream, int elements) {
    return static_cast<std::size_t>(stream.blocks) * static_cast<std::size_t>(elements / 2);
}

} // namespace gpu::inline v0::sm90
