// SPDX-License-Identifier: Apache-2.0
/// @file
/// The half of a tile of C that each of two warpgroups computes and stores.
#pragma once

#include "box_store.cuh"
#include "half_boxes.hpp"
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
    /// @tparam E see for_type_of_c
    template <class E>
    static constexpr half_boxes boxes = boxes_of(variants[V], sizeof(E));
    /// Whether the copy engine can store elements of type `E`.
    template <class E>
    static constexpr bool has_boxes = true;
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

    /// The first element of the half.
    /// @param place of the tile's first element
    [[nodiscard]] __device__ __forceinline__ tile_place first(tile_place place) const {
        place.row += which * 64;
        return place;
    }

    /// Computes the elements of C from the sums.
    /// @param place of the half
    __device__ __forceinline__ void finish(arguments_of<Value> const& p, tile_place const& place) {
        sm90::finish(sums, p, place.row, place.column);
    }

    /// Stores elements that the copy engine cannot store.
    __device__ __forceinline__ void store(arguments_of<Value> const& p,
                                          tile_place const& place) const {
        store_rows(sums, p, place.row, place.column);
    }

    /// The thread's sums, in the order of boxes.
    [[nodiscard]] __device__ __forceinline__ sum_of<Value> const* all_sums() const { return sums; }

    /// Writes a box to shared memory.
    template <class E>
    static __device__ __forceinline__ void fill(std::uint32_t box, std::uint32_t const* words) {
        if constexpr (sizeof(E) == 2) fill_small_box(box, words);
        else fill_box(box, words);
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
    /// @tparam E see for_type_of_c
    template <class E>
    static constexpr half_boxes boxes = boxes_of(variants[V], sizeof(E));
    /// Whether the copy engine can store elements of type `E`: stmatrix transposes those of 16
    /// bits.
    template <class E>
    static constexpr bool has_boxes = sizeof(E) == 2;
    using buffers = box_buffers<variants[V].boxes_in_memory(), variants[V].rows_of_box()>;

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

    [[nodiscard]] __device__ __forceinline__ tile_place first(tile_place place) const {
        place.row += first_row();
        place.column += first_column();
        return place;
    }

    __device__ __forceinline__ void finish(arguments_of<Value> const& p, tile_place const& place) {
#pragma unroll
        for (int g = 0; g < groups; ++g)
            finish_transposed(sums[g], p, place.row, place.column + g * 64);
    }

    __device__ __forceinline__ void store(arguments_of<Value> const& p,
                                          tile_place const& place) const {
#pragma unroll
        for (int g = 0; g < groups; ++g) // opaque: otherwise registers would hold all addresses
            store_transposed_elements(sums[g], p, opaque(place.row), place.column + g * 64);
    }

    [[nodiscard]] __device__ __forceinline__ sum_of<Value> const* all_sums() const {
        return sums[0];
    }

    template <class E>
    static __device__ __forceinline__ void fill(std::uint32_t box, std::uint32_t const* words) {
        fill_transposed_box<boxes<E>.words()>(box, words);
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
