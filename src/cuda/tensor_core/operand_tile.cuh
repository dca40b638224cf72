// SPDX-License-Identifier: Apache-2.0
/// @file
/// Tiles of A and B in shared memory: loaded as boxes with the 128-byte swizzle, and described to
/// wgmma.
#pragma once

#include "descriptor.hpp"
#include "kernel_set.hpp"
#include "operand_maps.hpp"
#include "tile_boxes.hpp"
#include "tma.cuh"

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// Calls f(i) for the boxes of a tile before index `inside`. If those are all, no box has a
/// condition of its own: a thread that loads many might be slower than the products.
template <int Boxes, class F>
__device__ __forceinline__ void for_boxes_inside(int inside, F f) {
    if (inside >= Boxes) {
#pragma unroll
        for (int i = 0; i < Boxes; ++i) f(i);
    } else {
#pragma unroll
        for (int i = 0; i < Boxes - 1; ++i)
            if (i < inside) f(i);
    }
}

/// A tile of `Extent` rows of A, or columns of B, by 128 bytes along k; MN-major tiles have 16-bit
/// elements.
/// @tparam Shares number of blocks of the cluster that each load a part and multicast it
template <major Major, int Extent, int Shares = 1>
struct operand_tile {
    static constexpr std::uint32_t bytes = Extent * 128;
    static constexpr bool is_transposed = Major == major::mn;
    /// Increment of a descriptor for the next 32 bytes along k.
    static constexpr std::uint64_t step = is_transposed ? 16 * 128 / 16 : 32 / 16;

    /// The bytes that arrive. Boxes outside the matrix are not loaded, and K-major ones end with
    /// it: the copy engine would take longer for lines outside. Whatever memory holds in their
    /// place only enters sums outside C.
    /// @param first row of A, or column of B
    /// @param end number of rows of A, or columns of B
    static __device__ __forceinline__ std::uint32_t bytes_inside(int first, int end) {
        return static_cast<std::uint32_t>(boxes::lines_inside(first, end)) * 128;
    }

    /// @param first, end see bytes_inside
    /// @param matrix its index, if the map has three dimensions
    template <class... Index>
    static __device__ __forceinline__ void load(std::uint32_t tile, operand_maps<Major> const& maps,
                                                std::uint32_t barrier, int first, int end, int k,
                                                Index... matrix) {
        static_assert(Shares == 1);
        load_share(tile, maps, barrier, 0, 0, first, end, k, matrix...);
    }

    /// Loads a share of the tile, for all blocks of the cluster that share it.
    /// @param share index of the share that this block loads
    /// @param blocks bits of the ranks of these blocks
    template <class... Index>
    static __device__ __forceinline__ void
    load_share(std::uint32_t tile, operand_maps<Major> const& maps, std::uint32_t barrier,
               int share, std::uint16_t blocks, int first, int end, int k, Index... matrix) {
        CUtensorMap const* const map = map_of(maps, share, first, end);
        for_each_box(tile, first, end, k, share, [&](std::uint32_t to, int x, int y) {
            if constexpr (Shares > 1) multicast_box(to, map, barrier, blocks, x, y, matrix...);
            else load_box(to, map, barrier, x, y, matrix...);
        });
    }

    /// Begins to copy a share of the tile to the L2 cache, see prefetch_box.
    template <class... Index>
    static __device__ __forceinline__ void prefetch_share(operand_maps<Major> const& maps,
                                                          int share, int first, int end, int k,
                                                          Index... matrix) {
        CUtensorMap const* const map = map_of(maps, share, first, end);
        for_each_box(0, first, end, k, share,
                     [&](std::uint32_t, int x, int y) { prefetch_box(map, x, y, matrix...); });
    }

    /// The descriptor of the rows of A, or columns of B, from `first` on. That is a multiple of 64;
    /// of 8 if the tile is K-major.
    static __device__ __forceinline__ std::uint64_t descriptor(std::uint32_t tile, int first = 0) {
        return matrix_descriptor(tile + static_cast<std::uint32_t>(first) * 128, 64 * 128, 1024);
    }

private:
    using boxes = tile_boxes<Major, Extent, Shares>;

    /// The map for the boxes of a share.
    static __device__ __forceinline__ CUtensorMap const* map_of(operand_maps<Major> const& maps,
                                                                int share, int first, int end) {
        if constexpr (Major == major::k)
            if (boxes::is_cut(share, first, end)) return &maps.last;
        return &maps.whole;
    }

    /// Calls f(address, x, y) for each box of a share that is not outside the matrix.
    template <class F>
    static __device__ __forceinline__ void for_each_box(std::uint32_t tile, int first, int end,
                                                        int k, int share, F f) {
        for_boxes_inside<boxes::per_share>(boxes::count_inside(share, first, end), [&](int i) {
            box_place const box = boxes::at(share, i);
            int const at = first + box.extent, at_k = k + box.k;
            f(tile + static_cast<std::uint32_t>(box.line) * 128, is_transposed ? at : at_k,
              is_transposed ? at_k : at);
        });
    }
};

} // namespace gpu::inline v0::sm90
