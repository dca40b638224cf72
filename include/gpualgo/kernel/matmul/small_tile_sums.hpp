// SPDX-License-Identifier: Apache-2.0
/// @file
/// The sums of `matmul_small_tile` that a lane has in registers, by element type, and the layout of
/// the operands in shared memory. Operands are read in quad words, without bank conflicts.
#pragma once

#include <gpualgo/kernel/matmul/matmul.hpp>
#include <gpualgo/kernel/matmul/quad_word.hpp>

namespace gpu::inline v0::kernel {

/// The instruction mma.sync for double, by context. Each specialisation has
/// - `is_present`: whether the GPU that the code is compiled for has it;
/// - `multiply(context, sums, a, b)`: 16 by 8 sums, with 8 along k.
template <class Context>
struct warp_matrix_of_double;

/// An element of a tile of C.
struct tile_place {
    unsigned row, column;
};

/// The sums of a warp, which computes `Rows` by `Columns` elements of C by fused multiply-add. Each
/// lane has some rows of some quad words.
/// @tparam Depth elements of k in a tile of A or B
/// @tparam Pitch columns of B's tile
template <class T, unsigned Rows, unsigned Columns, unsigned Depth, unsigned Pitch>
class small_tile_sums {
    static constexpr unsigned size = quad_word<T>::size;
    static constexpr unsigned lanes_across = Rows > Columns || Columns < 32 ? 4 : 8;
    static constexpr unsigned lanes_down = 32 / lanes_across;
    static constexpr unsigned rows = Rows / lanes_down;               // per lane
    static constexpr unsigned across = Columns / lanes_across / size; // quad words per row
    static constexpr unsigned pitch_a = Depth + size; // rows begin in different banks

public:
    /// Whether the GPU that the code is compiled for has the instructions.
    template <class Context>
    static constexpr bool is_present = true;
    static constexpr unsigned quads = rows * across;                           ///< per lane
    static constexpr unsigned size_a = Rows * pitch_a, size_b = Depth * Pitch; ///< of the tiles

    /// @return the place of an element of A's tile
    [[nodiscard]] GPUALGO_FUNCTION static constexpr unsigned at_a(unsigned row, unsigned k) {
        return row * pitch_a + k;
    }
    /// @return the place of an element of B's tile
    [[nodiscard]] GPUALGO_FUNCTION static constexpr unsigned at_b(unsigned k, unsigned column) {
        return k * Pitch + column;
    }
    /// @return the place in the warp's elements of the first element of a lane's quad word
    [[nodiscard]] GPUALGO_FUNCTION static constexpr tile_place place(unsigned quad, unsigned lane) {
        return {quad / across * lanes_down + lane / lanes_across,
                (quad % across * lanes_across + lane % lanes_across) * size};
    }

    /// Adds the products of two tiles.
    /// @param a place of A's tile in shared memory
    /// @param b place of the warp's first column of B's tile
    template <class Context>
    GPUALGO_DEVICE void add(Context const& context, unsigned a, unsigned b) {
        auto const memory = context.template shared<quad_word<T>>();
        unsigned const lane = context.block().thread_rank() % 32;
        unsigned const from_a = (a + at_a(lane / lanes_across, 0)) / size;
        unsigned const from_b = b / size + lane % lanes_across;
        unrolled<Depth / size>([&](auto k) {
            quad_word<T> x[rows];
            unrolled<rows>(
                [&](auto r) { x[r] = memory.get(from_a + at_a(r * lanes_down, k * size) / size); });
            unrolled<size>([&](auto i) {
                unrolled<across>([&](auto q) {
                    quad_word<T> const y =
                        memory.get(from_b + at_b(k * size + i, q * lanes_across * size) / size);
                    unrolled<rows>([&](auto r) {
                        unrolled<size>([&](auto e) {
                            T& sum = sum_[r][q].element[e];
                            sum = multiply_add(sum, x[r].element[i], y.element[e]);
                        });
                    });
                });
            });
        });
    }

    /// @return a quad word of the sums
    template <unsigned Quad>
    [[nodiscard]] GPUALGO_DEVICE quad_word<T> quad() const {
        return sum_[Quad / across][Quad % across];
    }

private:
    quad_word<T> sum_[rows][across]{};
};

/// The same for double, by mma.sync of 16 by 8 by 8. The transpose of C is computed: rows of an mma
/// are columns of B. k and columns are permuted within an mma, so that each quad word has two
/// neighbouring operands of a lane.
template <unsigned Rows, unsigned Columns, unsigned Depth, unsigned Pitch>
class small_tile_sums<double, Rows, Columns, Depth, Pitch> {
    static constexpr unsigned down = Rows / 8, across = Columns / 16; // instructions
    static constexpr unsigned pitch_b = Pitch + 2; // lanes read four rows at once
    static_assert(Depth == 8 || Depth == 16);      // rows of A's tile are half of the banks, or all

public:
    template <class Context>
    static constexpr bool is_present = warp_matrix_of_double<Context>::is_present;
    static constexpr unsigned quads = down * across * 2;                       ///< per lane
    static constexpr unsigned size_a = Rows * Depth, size_b = Depth * pitch_b; ///< of the tiles

    /// @return the place of an element of A's tile; lanes read two rows at once
    [[nodiscard]] GPUALGO_FUNCTION static constexpr unsigned at_a(unsigned row, unsigned k) {
        return row * Depth + (Depth == 16 ? k ^ row % 2 * 8 : k);
    }
    /// @return the place of an element of B's tile
    [[nodiscard]] GPUALGO_FUNCTION static constexpr unsigned at_b(unsigned k, unsigned column) {
        return k * pitch_b + column;
    }
    /// @return the place in the warp's elements of the first element of a lane's quad word
    [[nodiscard]] GPUALGO_FUNCTION static constexpr tile_place place(unsigned quad, unsigned lane) {
        return {quad / 2 % down * 8 + lane % 4 * 2 + quad % 2, quad / 2 / down * 16 + lane / 4 * 2};
    }

    /// Adds the products of two tiles.
    /// @param a place of A's tile in shared memory
    /// @param b place of the warp's first column of B's tile
    template <class Context>
    GPUALGO_DEVICE void add(Context const& context, unsigned a, unsigned b) {
        using unit = warp_matrix_of_double<Context>;
        auto const memory = context.template shared<quad_word<double>>();
        unsigned const lane = context.block().thread_rank() % 32;
        unsigned const group = lane / 4, k = lane % 4 * 2;
        // in quad words, so that other places are at constant distances
        unsigned const from_b = b / 2 + at_b(k, group * 2) / 2;
        unrolled<Depth / 8>([&](auto step) {
            unsigned const from_a = a / 2 + at_a(group, step * 8 + k) / 2;
            quad_word<double> x[down];
            unrolled<down>([&](auto j) { x[j] = memory.get(from_a + at_a(j * 8, 0) / 2); });
            unrolled<across>([&](auto i) {
                auto const even = memory.get(from_b + at_b(step * 8, i * 16) / 2);
                auto const odd = memory.get(from_b + at_b(step * 8 + 1, i * 16) / 2);
                double const y[4] = {even.element[0], even.element[1], odd.element[0],
                                     odd.element[1]};
                unrolled<down>(
                    [&](auto j) { unit::multiply(context, sum_[i][j], y, x[j].element); });
            });
        });
    }

    /// @return a quad word of the sums
    template <unsigned Quad>
    [[nodiscard]] GPUALGO_DEVICE quad_word<double> quad() const {
        auto const& sum = sum_[Quad / 2 / down][Quad / 2 % down];
        return {{sum[Quad % 2], sum[Quad % 2 + 2]}};
    }

private:
    double sum_[across][down][4]{};
};

} // namespace gpu::inline v0::kernel
