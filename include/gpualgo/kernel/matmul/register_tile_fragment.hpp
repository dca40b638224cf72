// SPDX-License-Identifier: Apache-2.0
/// @file
/// A thread's part of a tile of C, in register_tile, and the operands of its products for one k.
#pragma once

#include <gpualgo/kernel/matmul/matmul.hpp>
#include <gpualgo/kernel/matmul/quad_word.hpp>
#include <gpualgo/kernel/unrolled.hpp>

namespace gpu::inline v0::kernel {

/// The elements of a block's tile of C that a thread computes: 8 rows by `Width` columns. The lanes
/// of a warp form 4 rows of 8 lanes. Their elements alternate in quad words of 16 bytes, so that
/// lanes read neighbouring quad words from shared memory.
///
/// Lanes 2i and 2i + 1 are in one column of lanes, and lanes that differ in bit 1 in one row. Then
/// shared memory serves 16 bytes of all lanes in 2 wavefronts. Otherwise it takes up to 4, because
/// it combines quarters of a warp only if lanes have equal addresses in such pairs.
/// @tparam Columns of the block's tile
/// @tparam Width columns of a thread
template <unsigned Columns, unsigned Width>
class register_tile_place {
public:
    /// @param rank of the thread
    GPUALGO_DEVICE explicit register_tile_place(unsigned rank) {
        unsigned const warp = rank / 32;
        unsigned const lane = rank % 32;
        constexpr unsigned warps_across = Columns / (8 * Width);
        warp_row_ = warp / warps_across * 32;
        warp_column_ = warp % warps_across * (8 * Width);
        lane_row_ = lane % 2 + lane / 16 * 2;
        lane_column_ = lane / 2 % 8;
    }
    /// @return which quad word of a line of A's tile has the thread's elements of number q
    template <class T>
    GPUALGO_DEVICE unsigned quad_of_rows(unsigned q) const {
        return warp_row_ / quad_word<T>::size + q * 4 + lane_row_;
    }
    /// @return which quad word of a line of B's tile has the thread's elements of number q
    template <class T>
    GPUALGO_DEVICE unsigned quad_of_columns(unsigned q) const {
        return warp_column_ / quad_word<T>::size + q * 8 + lane_column_;
    }
    /// @return the row in the tile of the thread's elements sum[r]
    template <class T>
    GPUALGO_DEVICE unsigned row(unsigned r) const {
        constexpr unsigned size = quad_word<T>::size;
        return quad_of_rows<T>(r / size) * size + r % size;
    }
    /// @return the column in the tile of the thread's elements sum[...][s]
    template <class T>
    GPUALGO_DEVICE unsigned column(unsigned s) const {
        constexpr unsigned size = quad_word<T>::size;
        return quad_of_columns<T>(s / size) * size + s % size;
    }

private:
    unsigned warp_row_, warp_column_, lane_row_, lane_column_;
};

/// The elements of A and of B that a thread multiplies for one k.
/// @tparam T the element type in shared memory
/// @tparam Width columns of a thread
template <class T, unsigned Width>
class register_tile_fragment {
    static constexpr unsigned size = quad_word<T>::size;

public:
    /// Loads the elements from shared memory.
    /// @tparam LayoutA, LayoutB of the tiles, see `swizzled_tile`
    /// @param k a constant_index
    template <class LayoutA, class LayoutB, class Quads, class Place, class Index>
    GPUALGO_DEVICE void load(Quads tile_a, Quads tile_b, Place const& at, Index k) {
        // The constant part of an address is added last: it becomes the instruction's offset.
        unrolled<8 / size>([&](auto q) {
            a_[q] = tile_a.from(at.template quad_of_rows<T>(q) ^ LayoutA::swizzle(k) / size)
                        .get(k * LayoutA::pitch / size);
        });
        unrolled<Width / size>([&](auto q) {
            b_[q] = tile_b.from(at.template quad_of_columns<T>(q) ^ LayoutB::swizzle(k) / size)
                        .get(k * LayoutB::pitch / size);
        });
    }

    /// Adds the products to a thread's sums: squares of two by two, up and down the columns.
    /// Neighbouring instructions share operands in this order, which the GPU then does not read
    /// from its register file again.
    GPUALGO_DEVICE void add_products(T (&sum)[8][Width]) const {
        unrolled<8 * Width>([&](auto e) {
            constexpr unsigned square = e / 4, corner = e % 4;
            constexpr unsigned down = square % 4, across = square / 4;
            constexpr unsigned r =
                (across % 2 ? 3 - down : down) * 2 + (corner == 1 || corner == 2);
            constexpr unsigned s = across * 2 + corner / 2;
            sum[r][s] = multiply_add(sum[r][s], a_[r / size].element[r % size],
                                     b_[s / size].element[s % size]);
        });
    }

private:
    quad_word<T> a_[8 / size];
    quad_word<T> b_[Width / size];
};

} // namespace gpu::inline v0::kernel
