// SPDX-License-Identifier: Apache-2.0
/// @file
/// The half of a tile of C that each of two warpgroups computes and stores.
#pragma once

#include "box_store.cuh"
#include "kernel_set.hpp"
#include "multiply_tiles.cuh"
#include "opaque.cuh"
#include "tile_order.hpp"
#include "transposed_store.cuh"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::sm90 {

/// 64 rows of a tile of variant `V` of `variants`.
template <class Value, class TileA, class TileB, std::size_t V>
struct half_of_rows {
    using buffers = box_buffers<variants[V].boxes_in_memory(), 64>;

    int which; ///< 0 or 1
    sum_of<Value> sums[variants[V].columns / 2];

    __device__ __forceinline__ explicit half_of_rows(int half) : which(half) {}

    /// Begins a tile. Nothing is to be done: the first step ignores the sums' values.
    __device__ __forceinline__ void clear() {}

    /// Adds a step of k, see multiply_tiles.
    __device__ __forceinline__ void multiply(std::uint32_t a, std::uint32_t b, int step) {
        multiply_tiles<Value, TileA, TileB>(sums, a, b, which * 64, step);
    }

    /// @param place of the tile's first element
    __device__ __forceinline__ void store(arguments_of<Value> const& p, CUtensorMap const* map_c,
                                          buffers& boxes, tile_place place) {
        place.row += which * 64;
        finish(sums, p, place.row, place.column);
        if (!p.fits_boxes) return store_rows(sums, p, place.row, place.column);
        for_type_of_c(p, [&]<class E>() { store_boxes<E>(sums, map_c, boxes, place); });
    }
};

/// Half of a transposed tile, in groups of 64 columns: half of the columns if these are groups, and
/// otherwise half of the rows.
template <class Value, class TileA, class TileB, std::size_t V>
struct half_of_transposed {
    static constexpr bool divides_columns = variants[V].divides_columns();
    static constexpr int rows = variants[V].rows_of_half();
    static constexpr int columns = variants[V].columns_of_half();
    static constexpr int groups = columns / 64;
    static constexpr int rows_of_box = static_cast<int>(variants[V].rows_of_box());
    using buffers = box_buffers<variants[V].boxes_in_memory(), rows_of_box>;

    int which; ///< 0 or 1
    sum_of<Value> sums[groups][rows / 2];

    __device__ __forceinline__ explicit half_of_transposed(int half) : which(half) {}

    __device__ __forceinline__ void clear() {
#pragma unroll
        for (int g = 0; g < groups; ++g)
#pragma unroll
            for (int i = 0; i < rows / 2; ++i) sums[g][i] = 0;
    }

    __device__ __forceinline__ void multiply(std::uint32_t a, std::uint32_t b, int) {
        multiply_tiles<Value, TileB, TileA>(sums, b, a, first_column(), first_row());
    }

    __device__ __forceinline__ void store(arguments_of<Value> const& p, CUtensorMap const* map_c,
                                          buffers& boxes, tile_place place) {
        place.row += first_row();
        place.column += first_column();
#pragma unroll
        for (int g = 0; g < groups; ++g, place.column += 64) {
            finish_transposed(sums[g], p, place.row, place.column);
            if (p.fits_boxes && p.is_small())
                store_transposed_boxes<Value, rows_of_box>(sums[g], map_c, boxes, place);
            else // opaque: otherwise the addresses of all elements would stay in registers
                store_transposed_elements(sums[g], p, opaque(place.row), place.column);
        }
    }

private:
    /// The place of the half in the tile.
    __device__ __forceinline__ int first_row() const { return divides_columns ? 0 : which * rows; }
    __device__ __forceinline__ int first_column() const {
        return divides_columns ? which * columns : 0;
    }
};

/// The half for the kernel of variant `V`.
template <class Value, class TileA, class TileB, std::size_t V>
using tile_half =
    std::conditional_t<variants[V].transposes, half_of_transposed<Value, TileA, TileB, V>,
                       half_of_rows<Value, TileA, TileB, V>>;

} // namespace gpu::inline v0::sm90
