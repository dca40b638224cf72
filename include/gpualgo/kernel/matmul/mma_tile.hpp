// SPDX-License-Identifier: Apache-2.0
/// @file
/// The tiles of the operands of `matmul_mma` in shared memory, and the parts of them that mma.sync
/// multiplies: positions only, without accesses.
///
/// The lines of an operand are the rows of A or the columns of B. A tile has 128 lines by 64 bytes
/// along k. In shared memory it has the order of the matrix, so that copies move whole chunks of 16
/// bytes. Chunks of a row are permuted: then 8 chunks that are read at once lie in different banks.
///
/// A fragment has 16 lines by 32 bytes along k, in four words per lane. Lane l has the words (l %
/// 4) and 4 + (l % 4) along k of the lines (l / 4) and 8 + (l / 4). The PTX ISA calls these a0 to
/// a3 if the operand is A; if it is B, they are b0 and b1 of two instructions. That holds for all
/// of m16n8k8 on TF32, m16n8k16 on 16-bit elements and m16n8k32 on int8. Registers of an
/// instruction must be neighbours, so that the order of the words depends on the operand.
#pragma once

#include <gpualgo/kernel/function.hpp>

namespace gpu::inline v0::kernel {

/// The dimension in which an operand is contiguous in memory.
enum class contiguous : unsigned { along_k, along_lines };

/// An operand of a product.
enum class factor : unsigned { a, b };

/// The place of a word among the four of a lane.
/// @param lines 0 if its line is one of the first 8, otherwise 1
/// @param k 0 if it is one of the first 4 words along k, otherwise 1
template <factor Operand>
[[nodiscard]] GPUALGO_FUNCTION constexpr unsigned place_of_word(unsigned lines, unsigned k) {
    return Operand == factor::a ? lines + 2 * k : k + 2 * lines;
}

/// A tile of elements of type T.
/// @tparam Order of the matrix
template <class T, contiguous Order>
struct mma_tile {
    static constexpr bool is_along_k = Order == contiguous::along_k; ///< rows are lines
    static constexpr unsigned lines = 128;                           ///< per tile
    static constexpr unsigned depth = 64 / sizeof(T);                ///< elements along k
    static constexpr unsigned size = 16 / sizeof(T);                 ///< elements per chunk
    static constexpr unsigned chunks = 512;                          ///< per tile
    /// rows in memory order, one per line or one per k
    static constexpr unsigned rows = is_along_k ? lines : depth;
    static constexpr unsigned row_chunks = chunks / rows; ///< chunks per row
    static constexpr unsigned fragments_along_k = 2;      ///< steps of 32 bytes

    /// Whether ldmatrix, which moves pairs of bytes, transposes pairs of lines. Bytes are then
    /// permuted in registers.
    static constexpr bool interleaves_lines = !is_along_k && sizeof(T) == 1;
    /// Whether ldmatrix transposes elements.
    static constexpr bool is_transposed = !is_along_k && sizeof(T) <= 2;
    /// Whether ldmatrix loads fragments; otherwise each lane loads its words of 4 bytes.
    static constexpr bool has_matrices = is_along_k || sizeof(T) <= 2;

    /// @return the second operand of the exclusive or of the places of a row's chunks
    [[nodiscard]] GPUALGO_FUNCTION static constexpr unsigned swizzle(unsigned row) {
        if (is_along_k) return row / 2 % 4; // two rows fill all banks
        if (sizeof(T) == 1) return row / 4 % 4 * 2 + row % 2;
        if (sizeof(T) == 2) return row % 8;
        return row % 4 * 2; // lanes read two chunks of four rows
    }
    /// @param row in memory order
    /// @param chunk of the row
    /// @return the chunk's place in the tile, in chunks
    [[nodiscard]] GPUALGO_FUNCTION static constexpr unsigned at(unsigned row, unsigned chunk) {
        return row * row_chunks + (chunk ^ swizzle(row));
    }

    /// The place of a chunk of the matrices that ldmatrix loads, in chunks. A fragment has four
    /// matrices of 8 chunks. Each becomes a word of all lanes.
    /// @param first line of the fragment, a multiple of 16
    /// @param step of 32 bytes along k
    /// @param lines, k which of the matrices, as in `place_of_word`
    /// @param i the chunk: 0 to 7
    [[nodiscard]] GPUALGO_FUNCTION static constexpr unsigned
    chunk_of(unsigned first, unsigned step, unsigned lines, unsigned k, unsigned i) {
        if (is_along_k) return at(first + lines * 8 + i, step * 2 + k);
        if (sizeof(T) == 2) return at(step * 16 + k * 8 + i, first / 8 + lines);
        // two of four successive k of all lines, and the other two in the other matrix
        return at(step * 32 + k * 16 + i / 2 * 4 + lines * 2 + i % 2, first / 16);
    }

    /// The place of a lane's word, in words, if the tile has no matrices.
    /// @param lines, k which of its words, as in `place_of_word`
    [[nodiscard]] GPUALGO_FUNCTION static constexpr unsigned
    word_of(unsigned first, unsigned step, unsigned lines, unsigned k, unsigned lane) {
        unsigned const line = first + lines * 8 + lane / 4;
        return at(step * 8 + k * 4 + lane % 4, line / 4) * 4 + line % 4;
    }

    /// @param position of a line in a fragment: 0 to 15
    /// @return which of the 16 lines it is in the matrix
    [[nodiscard]] GPUALGO_FUNCTION static constexpr unsigned line_of(unsigned position) {
        return interleaves_lines ? position % 8 * 2 + position / 8 : position;
    }
};

} // namespace gpu::inline v0::kernel
